"""The practice card: like a real one, from outside the deck, and never stored."""

from dataclasses import dataclass

from studies.models import TeachingSession
from studies.models.response import Outcome
from studies.services.cards import deck_of
from studies.services.content import ConceptContent
from studies.services.frozen import settings_of
from studies.services.grading import grade
from studies.services.state import CardView, ReviewView


@dataclass(frozen=True)
class Try:
    """What somebody did with the practice card."""

    text: str = ""
    dont_know: bool = False


def practice_card(session: TeachingSession) -> CardView | None:
    """The card to practise with; None if the deck has none."""
    content = _content(session)
    if content is None:
        return None
    limit = settings_of(session).learning_seconds
    return CardView(
        content.prompt,
        content.picture and f"/pictures/{content.picture}",
        None if limit is None else limit * session.time_factor,
    )


def review_practice(session: TeachingSession, attempt: Try) -> ReviewView | None:
    """What the review of ``attempt`` would say."""
    content = _content(session)
    if content is None:
        return None
    outcome, rule = _grade(session, content, attempt)
    return ReviewView(
        prompt=content.prompt,
        picture=content.picture and f"/pictures/{content.picture}",
        answer_given="" if attempt.dont_know else attempt.text,
        outcome=outcome,
        rule=rule,
        correct_answer=content.correct_answer,
        seconds_left=0,
    )


def _grade(
    session: TeachingSession, content: ConceptContent, attempt: Try
) -> tuple[Outcome, str]:
    if attempt.dont_know:
        return Outcome.DONT_KNOW, ""
    if not attempt.text:
        return Outcome.MISSED, ""
    deck = deck_of(session)
    rivals = [
        answer.text
        for other in deck.concepts.values()
        if other is not content
        for answer in other.expected.answers
    ]
    verdict = grade(attempt.text, content.expected, rule=deck.rule, rivals=rivals)
    return Outcome.CORRECT if verdict.correct else Outcome.WRONG, verdict.rule


def _content(session: TeachingSession) -> ConceptContent | None:
    version = session.study.deck_version
    concept = version.concepts.filter(is_practice=True).order_by("number").first()
    return None if concept is None else deck_of(session).concepts[concept.pk]
