"""The practice card: like a real one, from outside the deck, and never stored."""

from dataclasses import dataclass
from datetime import datetime

from studies.models import Response
from studies.models.session import Phase
from studies.phases import Page, page_of
from studies.services.session.answering import judge, note_verdict
from studies.services.session.cards import Cards
from studies.services.session.settings import settings_of
from studies.services.session.showing.page_context import PageContext
from studies.services.session.showing.review import look_back
from studies.services.session.showing.state import CardView, State
from studies.services.tokens import read_session


@dataclass(frozen=True)
class Try:
    """What somebody did with the practice card."""

    text: str = ""
    dont_know: bool = False
    is_sent_by_time: bool = False


def practise(
    *, token: str, now: datetime, attempt: Try | None = None
) -> PageContext | None:
    """The practice card, or the review of an ``attempt`` at it.

    None if the deck has no such card, or the time to practise is over.
    """
    session = read_session(token, now=now)
    cards = Cards(session, settings_of(session))
    concept_id = cards.deck.practice_id
    if concept_id is None or page_of(session, now=now) != Page.INSTRUCTIONS:
        return None
    if attempt is None:
        limit = cards.settings.limit(Phase.LEARNING, time_factor=session.time_factor)
        seconds = None if limit is None else limit.total_seconds()
        state = _card(cards, concept_id, seconds=seconds)
    else:
        state = _review(cards, concept_id, attempt)
    return PageContext(session, cards.settings, state, cards)


def _card(cards: Cards, concept_id: int, *, seconds: float | None) -> State:
    content = cards.deck.concepts[concept_id]
    card = CardView(content.prompt, content.picture_address, seconds)
    return State(Page.CARD, Phase.LEARNING, 1, 1, card=card)


def _review(cards: Cards, concept_id: int, attempt: Try) -> State:
    text, dont_know = attempt.text, attempt.dont_know
    outcome, verdict = judge(cards.deck, concept_id, text=text, dont_know=dont_know)
    card = Response(
        text=text,
        dont_know=dont_know,
        outcome=outcome,
        auto_submitted=attempt.is_sent_by_time,
    )
    note_verdict(card, verdict)
    review = look_back(card, cards.deck.concepts[concept_id])
    return State(Page.REVIEW, Phase.LEARNING, 1, 1, review=review)
