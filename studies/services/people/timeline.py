"""A session as marks on a plane: when each concept was shown, and how it went."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Protocol

from studies.models.response import Outcome
from studies.services.monitoring.journeys import Journey

# In the place of an outcome that is not to be seen yet.
HIDDEN = "hidden"


def tell_outcome(outcome: str | None) -> str:
    """How people say it; a card without an outcome is open."""
    if outcome == Outcome.DONT_KNOW:
        return "don’t know"
    return outcome or "open"


class ClosedCard(Protocol):
    """What a mark is made of."""

    @property
    def phase(self) -> str: ...
    @property
    def step(self) -> int: ...
    @property
    def position(self) -> int | None: ...
    @property
    def outcome(self) -> str | None: ...
    @property
    def at(self) -> datetime: ...


@dataclass(frozen=True)
class Mark:
    """One card: so many seconds after consent, of the concept in that row."""

    seconds: float
    row: int
    outcome: str
    phase: str
    step: int


@dataclass(frozen=True)
class Stretch:
    """The time somebody was in a phase, in seconds after consent."""

    phase: str
    begins: float
    ends: float


@dataclass(frozen=True)
class Timeline:
    """What happened: x is seconds since consent, y the concept."""

    marks: list[Mark]
    stretches: list[Stretch]
    n_rows: int
    seconds: float


def build_timeline(
    journey: Journey, cards: Sequence[ClosedCard], *, n_concepts: int
) -> Timeline:
    """The closed and open cards of a session, and the phases behind them.

    Cards whose concept is hidden stand nowhere.
    """
    start = journey.consented_at
    marks = [
        Mark(
            seconds=(card.at - start).total_seconds(),
            row=card.position,
            outcome=card.outcome or "open",
            phase=card.phase,
            step=card.step,
        )
        for card in cards
        if card.position is not None
    ]
    until = (journey.ended_at or journey.last_seen_at) - start
    seconds = max([until.total_seconds(), 1, *(mark.seconds for mark in marks)])
    return Timeline(marks, _stretches(journey, seconds), n_concepts, seconds)


def _stretches(journey: Journey, seconds: float) -> list[Stretch]:
    begins = [
        (phase, (at - journey.consented_at).total_seconds())
        for phase, at in journey.entered.items()
    ]
    ends = [*begins, ("", seconds)]
    return [
        Stretch(phase, begin, end)
        for (phase, begin), (_, end) in pairwise(ends)
        if end > begin
    ]
