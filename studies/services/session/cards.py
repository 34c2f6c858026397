"""The cards of a session: those at hand, and those that come or went."""

from datetime import datetime
from typing import Any, NamedTuple

from django.utils.functional import cached_property

from studies.models import Response, SessionConcept, TeachingSession
from studies.models.response import Outcome
from studies.models.session import QUIZZES
from studies.services import statements
from studies.services.decks.content import ConceptContent, DeckContent, content_of
from studies.services.session.quiz import quiz_order
from studies.services.session.settings import SessionSettings
from studies.services.statements import PhaseRows


class PastCard(NamedTuple):
    """What a teacher needs to know of a card; ``outcome`` is None while it is open."""

    step: int
    position: int
    outcome: str | None

    @classmethod
    def of(cls, card: Response) -> "PastCard":
        return cls(card.step, card.shown.position, card.outcome)


class Cards:
    """The cards of a session's phase, read when first asked for.

    The card it is at and the one after it are at hand as a whole, others when they
    are looked for. What was changed or added is stored together.
    """

    def __init__(self, session: TeachingSession, settings: SessionSettings) -> None:
        self.session = session
        self.settings = settings
        self._began_at = (session.phase, session.step)
        self._as_read: list[tuple[Response, dict[str, Any]]] = []

    @cached_property
    def _rows(self) -> PhaseRows:
        phase, step = self._began_at
        rows = statements.read_phase(
            self.session, phase=phase, step=step, positions=self._wanted()
        )
        self._as_read += [(card, dict(card.__dict__)) for card in rows.cards]
        return rows

    def _wanted(self) -> tuple[int, ...]:
        """Within a quiz, the positions of this card and two more; else of all."""
        phase, step = self._began_at
        n_concepts = self.settings.n_concepts
        if phase not in QUIZZES or step == n_concepts:
            return ()
        return quiz_order(self.session, n_concepts, phase)[step - 1 : step + 2]

    @cached_property
    def _at_hand(self) -> dict[tuple[str, int], Response]:
        return {(card.phase, card.step): card for card in self._rows.cards}

    def add(self, card: Response) -> None:
        self._at_hand[card.phase, card.step] = card

    def find(self, phase: str, step: int) -> Response | None:
        """The card of that place, if there is one."""
        if (phase, step) not in self._at_hand:
            card = statements.read_card(self.session, phase=phase, step=step)
            if card is not None:
                self._as_read.append((card, dict(card.__dict__)))
                self.add(card)
        return self._at_hand.get((phase, step))

    @property
    def current(self) -> Response | None:
        """The card of the step the session is at."""
        return self._at_hand.get((self.session.phase, self.session.step))

    def concept(self, position: int) -> SessionConcept:
        """The session's concept of that position."""
        return self._rows.concept(position)

    def closed(self) -> list[PastCard]:
        """The closed cards of the phase that the session is in, in order."""
        phase = self.session.phase
        rows = self._rows.past if phase == self._began_at[0] else []
        known = {card.step: card for card in map(PastCard._make, rows)}
        known |= {
            card.step: PastCard.of(card)
            for card in self._at_hand.values()
            if card.phase == phase
        }
        return [card for _, card in sorted(known.items()) if card.outcome is not None]

    @property
    def have_changed(self) -> bool:
        changed = (
            statements.CARDS.changes(card, before=before)
            for card, before in self._as_read
        )
        return any(changed) or bool(self._added)

    @property
    def _added(self) -> list[Response]:
        if "_rows" not in self.__dict__:
            return []
        return [card for card in self._at_hand.values() if card.pk is None]

    def save(self) -> None:
        """Store what was changed and added, each row once."""
        for card, before in self._as_read:
            statements.CARDS.update(card, before=before)
        statements.CARDS.insert(self._added)

    @cached_property
    def deck(self) -> DeckContent:
        return deck_of(self.session)

    def content(self, card: Response) -> ConceptContent:
        return self.deck.concepts[card.shown.concept_id]

    def content_at(self, position: int) -> ConceptContent:
        return self.deck.concepts[self.concept(position).concept_id]


def deck_of(session: TeachingSession) -> DeckContent:
    """The content of the deck version that ``session`` is about."""
    return content_of(session.deck_version)


def review_ends_at(card: Response, settings: SessionSettings) -> datetime | None:
    """When the review of ``card`` may be left; None while nobody has seen it."""
    if card.review_at is None:
        return None
    return card.review_at + settings.review(after_right=card.recalled)


def close_as_missed(card: Response, *, now: datetime) -> None:
    """Close ``card`` without an answer."""
    card.outcome = Outcome.MISSED
    card.closed_at = now
