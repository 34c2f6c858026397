"""The practice card: like a real one, from outside the deck, and never stored."""

from dataclasses import dataclass

from studies.grading.rule import grade
from studies.models import TeachingSession
from studies.models.response import Outcome
from studies.services.decks.content import DeckContent
from studies.services.session.cards import deck_of
from studies.services.session.settings import settings_of
from studies.services.session.state import CardView, ReviewView


@dataclass(frozen=True)
class Try:
    """What somebody did with the practice card."""

    text: str = ""
    dont_know: bool = False


def practice_card(session: TeachingSession) -> CardView | None:
    """The card to practise with; None if the deck has none."""
    concept_id = _concept_id(session)
    if concept_id is None:
        return None
    content = deck_of(session).concepts[concept_id]
    limit = settings_of(session).learning_seconds
    return CardView(
        content.prompt,
        content.picture and f"/pictures/{content.picture}",
        None if limit is None else limit * session.time_factor,
    )


def review_practice(session: TeachingSession, attempt: Try) -> ReviewView | None:
    """What the review of ``attempt`` would say."""
    concept_id = _concept_id(session)
    if concept_id is None:
        return None
    content = deck_of(session).concepts[concept_id]
    outcome, rule = _grade(deck_of(session), concept_id, attempt)
    return ReviewView(
        prompt=content.prompt,
        picture=content.picture and f"/pictures/{content.picture}",
        answer_given="" if attempt.dont_know else attempt.text,
        outcome=outcome,
        rule=rule,
        correct_answer=content.correct_answer,
        seconds_left=0,
    )


def _grade(deck: DeckContent, concept_id: int, attempt: Try) -> tuple[Outcome, str]:
    if attempt.dont_know:
        return Outcome.DONT_KNOW, ""
    if not attempt.text:
        return Outcome.MISSED, ""
    verdict = grade(
        attempt.text,
        deck.concepts[concept_id].expected,
        rule=deck.rule,
        rivals=deck.rivals(concept_id),
    )
    return Outcome.CORRECT if verdict.correct else Outcome.WRONG, verdict.rule


def _concept_id(session: TeachingSession) -> int | None:
    concepts = session.study.deck_version.concepts.filter(is_practice=True)
    return concepts.order_by("number").values_list("pk", flat=True).first()
