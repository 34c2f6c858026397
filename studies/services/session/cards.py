"""The cards of a session's phase, read by one ordered query."""

from datetime import datetime, timedelta
from functools import cached_property

from django.db.models import Q

from studies.models import Response, SessionConcept, TeachingSession
from studies.models.response import Outcome
from studies.phases import RULES
from studies.services.decks.content import ConceptContent, DeckContent, load_content
from studies.services.session.settings import BELIEVED_DELAY_SECONDS, SessionSettings


class Cards:
    """The cards of the current phase, in the order of their steps."""

    def __init__(self, session: TeachingSession, rows: list[Response]) -> None:
        self.session = session
        self._rows = {(row.phase, row.step): row for row in rows}

    def find(self, phase: str, step: int) -> Response | None:
        return self._rows.get((phase, step))

    @property
    def current(self) -> Response | None:
        """The card of the step the session is at."""
        return self.find(self.session.phase, self.session.step)

    def closed(self, phase: str) -> list[Response]:
        """The closed cards of ``phase``, in order."""
        rows = sorted(self._rows.values(), key=lambda row: row.step)
        return [row for row in rows if row.phase == phase and row.is_closed]

    def add(self, card: Response) -> None:
        self._rows[card.phase, card.step] = card

    @cached_property
    def deck(self) -> DeckContent:
        return deck_of(self.session)

    def session_concepts(self) -> dict[int, SessionConcept]:
        """The session's concepts by position.

        At the end of the prequiz each has had a card, so nothing needs to be read.
        """
        shown = {row.shown.position: row.shown for row in self._rows.values()}
        if len(shown) < self.session.settings["n_concepts"]:
            shown = {row.position: row for row in self.session.concepts.all()}
        return shown

    def content(self, card: Response) -> ConceptContent:
        return self.deck.concepts[card.shown.concept_id]


def deck_of(session: TeachingSession) -> DeckContent:
    """The content of the deck version that ``session`` is about."""
    deck = session.study.deck_version
    return load_content(deck.pk, deck.fingerprint)


def load_cards(session: TeachingSession, *, phase: str = "", step: int = 0) -> Cards:
    """The cards of the current phase, and the one of ``phase`` and ``step``."""
    rows = Response.objects.filter(
        Q(phase=session.phase) | Q(phase=phase, step=step), session=session
    )
    return Cards(session, list(rows.select_related("shown").order_by("step")))


def limit_of(
    session: TeachingSession, settings: SessionSettings, phase: str
) -> timedelta | None:
    """How long a card of ``phase`` may be thought about; None for ever."""
    seconds: float | None = getattr(settings, RULES[phase].seconds)
    if seconds is None:
        return None
    return timedelta(seconds=seconds * session.time_factor)


def is_past_grace(
    card: Response,
    settings: SessionSettings,
    *,
    now: datetime,
    picture_delay_ms: int = 0,
) -> bool:
    """Whether an answer at ``now`` is late; a slow picture is believed up to 5 s."""
    if card.deadline_at is None:
        return False
    delay = min(picture_delay_ms / 1000, BELIEVED_DELAY_SECONDS)
    return now > card.deadline_at + timedelta(seconds=settings.grace_seconds + delay)


def review_ends_at(card: Response, settings: SessionSettings) -> datetime | None:
    """When the review of ``card`` may be left; None while nobody has seen it."""
    if card.review_at is None:
        return None
    return card.review_at + timedelta(seconds=settings.review_seconds)


def close_as_missed(card: Response, *, now: datetime) -> None:
    """Close ``card`` without an answer."""
    card.outcome = Outcome.MISSED
    card.closed_at = now
