"""The practice card: like a real one, from outside the deck, and never stored."""

from dataclasses import dataclass

from studies.models import TeachingSession
from studies.models.response import Outcome
from studies.models.session import Phase
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
    deck = deck_of(session)
    if deck.practice_id is None:
        return None
    content = deck.concepts[deck.practice_id]
    factor = session.time_factor
    limit = settings_of(session).limit(Phase.LEARNING, time_factor=factor)
    seconds = None if limit is None else limit.total_seconds()
    return CardView(content.prompt, content.picture_address, seconds)


def review_practice(session: TeachingSession, attempt: Try) -> ReviewView | None:
    """What the review of ``attempt`` would say."""
    deck = deck_of(session)
    if deck.practice_id is None:
        return None
    content = deck.concepts[deck.practice_id]
    outcome, rule = _grade(deck, deck.practice_id, attempt)
    return ReviewView(
        prompt=content.prompt,
        picture=content.picture_address,
        answer_given=attempt.text,
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
    verdict = deck.grade(concept_id, attempt.text)
    return Outcome.CORRECT if verdict.correct else Outcome.WRONG, verdict.rule
