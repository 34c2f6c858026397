"""The cards of a study's people as arrays, one row per person."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

import numpy as np

from studies.models import Response, SessionConcept, Study
from studies.models.response import Outcome
from studies.models.session import Phase
from studies.statistics.arrays import BoolArray, FloatArray, IntArray

CHUNK = 5_000
_FIELDS = (
    *("session_id", "phase", "step", "shown__position", "outcome"),
    *("served_at", "closed_at", "text"),
)


class Card(NamedTuple):
    """One card that was closed."""

    session: int
    phase: str
    step: int
    position: int
    outcome: str
    served_at: datetime
    closed_at: datetime
    text: str

    @property
    def is_right(self) -> bool:
        return self.outcome == Outcome.CORRECT


@dataclass(frozen=True)
class Cards:
    """Arrays of shape ``(n_people, n_concepts)``, but for ``recalled``.

    Columns are a person's own concepts in the order of their sampling; nan, or -1 among
    whole numbers, is what a person does not have.
    """

    before: FloatArray
    after: FloatArray
    concepts: IntArray
    """The key of the concept in each column."""
    levels: IntArray
    level_names: tuple[str, ...]
    n_shown: IntArray
    """How often each concept was shown in learning."""
    seconds_since: FloatArray
    """From the end of the last showing to the postquiz card; nan if never shown."""
    recalled: FloatArray
    """``(n_people, n_steps)``: whether the learning card of a step was right."""
    shown: IntArray
    """Of the same shape: the column of the concept that the card was of."""
    learning_seconds: FloatArray
    """From the first learning card to the end of the last."""
    texts_before: tuple[tuple[str | None, ...], ...]
    texts_after: tuple[tuple[str | None, ...], ...]
    """What was typed in time; None where nothing was."""

    @property
    def has_postquiz(self) -> BoolArray:
        """Whether every concept was asked again: of a part nothing can be said."""
        own = self.concepts >= 0
        n_answered = (own & np.isfinite(self.after)).sum(axis=1)
        n_own = own.sum(axis=1)
        is_whole: BoolArray = (n_own > 0) & (n_answered == n_own)
        return is_whole


def read_cards(study: Study, keys: Sequence[int], *, purpose: str) -> Cards:
    """The closed cards of the sessions called ``keys``, in that order of rows."""
    rows = {key: row for row, key in enumerate(keys)}
    sheet = _Sheet(len(keys), *_read_concepts(study, rows, purpose))
    for card in _read_closed(study, purpose):
        if card.session in rows:
            sheet.enter(rows[card.session], card)
    return sheet.cards()


_Concepts = tuple[IntArray, IntArray, tuple[str, ...]]


def _read_concepts(study: Study, rows: dict[int, int], purpose: str) -> _Concepts:
    """Keys and levels by person and position, and the names of the levels."""
    sampled = SessionConcept.objects.filter(
        session__study=study, session__purpose=purpose
    ).order_by("session", "position")
    fields = ("session_id", "position", "concept_id", "concept__level")
    found = [row for row in sampled.values_list(*fields) if row[0] in rows]
    names = tuple(sorted({level for *_, level in found}))
    width = max((position + 1 for _, position, _, _ in found), default=0)
    concepts = np.full((len(rows), width), -1, dtype=np.int64)
    levels = concepts.copy()
    for session, position, concept, level in found:
        concepts[rows[session], position] = concept
        levels[rows[session], position] = names.index(level)
    return concepts, levels, names


def _read_closed(study: Study, purpose: str) -> Iterator[Card]:
    closed = Response.objects.filter(
        session__study=study, session__purpose=purpose, closed_at__isnull=False
    ).order_by("session_id", "chosen_at", "pk")
    values = closed.values_list(*_FIELDS).iterator(chunk_size=CHUNK)
    return (Card(*row) for row in values)


class _Sheet:
    """Fills the arrays card by card, in the order of time."""

    def __init__(
        self,
        n_people: int,
        concepts: IntArray,
        levels: IntArray,
        level_names: tuple[str, ...],
    ) -> None:
        self.concepts, self.levels, self.level_names = concepts, levels, level_names
        self.quizzes = {
            phase: np.full(concepts.shape, np.nan)
            for phase in (Phase.PREQUIZ, Phase.POSTQUIZ)
        }
        self.texts: dict[str, list[list[str | None]]] = {
            phase: [[None] * concepts.shape[1] for _ in range(n_people)]
            for phase in self.quizzes
        }
        self.n_shown = np.where(concepts >= 0, 0, -1)
        self.since = np.full(concepts.shape, np.nan)
        self.last_shown: dict[tuple[int, int], datetime] = {}
        self.learning: list[list[Card]] = [[] for _ in range(n_people)]

    def enter(self, row: int, card: Card) -> None:
        if card.phase == Phase.LEARNING:
            self._enter_learning(row, card)
            return
        self.quizzes[Phase(card.phase)][row, card.position] = card.is_right
        if card.outcome in (Outcome.CORRECT, Outcome.WRONG):
            self.texts[card.phase][row][card.position] = card.text
        shown_at = self.last_shown.get((row, card.position))
        if card.phase == Phase.POSTQUIZ and shown_at is not None:
            passed = (card.served_at - shown_at).total_seconds()
            self.since[row, card.position] = passed

    def _enter_learning(self, row: int, card: Card) -> None:
        self.n_shown[row, card.position] += 1
        self.last_shown[row, card.position] = card.closed_at
        self.learning[row].append(card)

    def cards(self) -> Cards:
        return Cards(
            before=self.quizzes[Phase.PREQUIZ],
            after=self.quizzes[Phase.POSTQUIZ],
            concepts=self.concepts,
            levels=self.levels,
            level_names=self.level_names,
            n_shown=self.n_shown,
            seconds_since=self.since,
            recalled=_recalled(self.learning),
            shown=_shown(self.learning),
            learning_seconds=np.array([_seconds(cards) for cards in self.learning]),
            texts_before=_frozen(self.texts[Phase.PREQUIZ]),
            texts_after=_frozen(self.texts[Phase.POSTQUIZ]),
        )


def _recalled(learning: Sequence[Sequence[Card]]) -> FloatArray:
    n_steps = max((card.step for cards in learning for card in cards), default=0)
    recalled = np.full((len(learning), n_steps), np.nan)
    for row, cards in enumerate(learning):
        for card in cards:
            recalled[row, card.step - 1] = card.is_right
    return recalled


def _shown(learning: Sequence[Sequence[Card]]) -> IntArray:
    shown = np.full(_recalled(learning).shape, -1, dtype=np.int64)
    for row, cards in enumerate(learning):
        for card in cards:
            shown[row, card.step - 1] = card.position
    return shown


def _seconds(cards: Sequence[Card]) -> float:
    if not cards:
        return float("nan")
    return (cards[-1].closed_at - cards[0].served_at).total_seconds()


def _frozen(texts: list[list[str | None]]) -> tuple[tuple[str | None, ...], ...]:
    return tuple(tuple(row) for row in texts)
