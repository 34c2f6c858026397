"""What is known of each participant beside their answers, a few queries for all."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Q, QuerySet

from studies.models import (
    ArrivalRecord,
    BrowserEvent,
    ExclusionDecision,
    ParticipantNote,
    Response,
    TeachingSession,
)
from studies.models.log import EventKind
from studies.models.recruitment import Proof
from studies.models.response import Outcome
from studies.models.session import CARD_PHASES
from studies.services.monitoring.journeys import Journey, read_journeys

_UNPROVEN = (Proof.NONE, Proof.TAKEN)
_OF_INTEREST = (EventKind.PASTE, EventKind.HIDDEN)
_Counts = dict[int, int]


@dataclass(frozen=True)
class Measures:
    """What flags and exclusion rules look at, of one participant."""

    journey: Journey
    longest_gap_seconds: float = 0
    n_cards: int = 0
    n_missed: int = 0
    n_pastes: int = 0
    n_leaves: int = 0
    n_unproven: int = 0
    n_notes: int = 0
    is_over_full: bool = False
    is_excluded: bool = False

    @property
    def percent_missed(self) -> float:
        return 100 * self.n_missed / self.n_cards if self.n_cards else 0


def read_measures(sessions: QuerySet[TeachingSession]) -> dict[int, Measures]:
    """The measures of ``sessions`` by their keys, oldest first."""
    journeys = read_journeys(sessions)
    cards, gaps = _count_cards(sessions), _longest_gaps(sessions, journeys)
    pastes, leaves = _count_events(sessions)
    unproven = _count(ArrivalRecord.objects.filter(proof__in=_UNPROVEN), sessions)
    notes = _count(ParticipantNote.objects.all(), sessions)
    excluded = find_excluded(sessions)
    over_full = set(sessions.filter(is_over_full=True).values_list("pk", flat=True))
    return {
        key: Measures(
            journey=journey,
            longest_gap_seconds=gaps.get(key, 0),
            n_cards=cards.get(key, (0, 0))[0],
            n_missed=cards.get(key, (0, 0))[1],
            n_pastes=pastes.get(key, 0),
            n_leaves=leaves.get(key, 0),
            n_unproven=unproven.get(key, 0),
            n_notes=notes.get(key, 0),
            is_over_full=key in over_full,
            is_excluded=key in excluded,
        )
        for journey in journeys
        for key in [journey.session_id]
    }


def find_excluded(sessions: QuerySet[TeachingSession]) -> set[int]:
    """The keys of those whose last decision excludes them."""
    decisions = ExclusionDecision.objects.filter(session__in=sessions).order_by("pk")
    last = dict(decisions.values_list("session_id", "is_excluded"))
    return {key for key, is_excluded in last.items() if is_excluded}


def _count(rows: QuerySet[Any], sessions: QuerySet[TeachingSession]) -> _Counts:
    of_sessions = rows.filter(session__in=sessions).order_by()
    return dict(of_sessions.values_list("session_id").annotate(Count("pk")))


def _count_cards(
    sessions: QuerySet[TeachingSession],
) -> dict[int, tuple[int, int]]:
    """How many cards were closed, and how many of them late or missed."""
    closed = Response.objects.filter(session__in=sessions, outcome__isnull=False)
    is_missed = Q(outcome__in=[Outcome.LATE, Outcome.MISSED])
    counted = closed.order_by().values_list("session_id")
    rows = counted.annotate(n=Count("pk"), n_missed=Count("pk", filter=is_missed))
    return {key: (n, n_missed) for key, n, n_missed in rows}


def _longest_gaps(
    sessions: QuerySet[TeachingSession], journeys: Iterable[Journey]
) -> dict[int, float]:
    """Seconds from entering a part to its first card, the longest of each session.

    A part that opens later by design is entered when it opens.
    """
    first_cards = Response.objects.filter(
        session__in=sessions, phase__in=CARD_PHASES, step=1, served_at__isnull=False
    )
    entered = {journey.session_id: journey.entered for journey in journeys}
    delay = "session__settings__postquiz_delay_seconds"
    rows = first_cards.order_by().values_list("session_id", "phase", "served_at", delay)
    longest: dict[int, float] = {}
    for key, phase, served_at, delay_seconds in rows:
        gap = _gap(entered[key].get(phase), served_at)
        if phase == "postquiz":
            gap -= delay_seconds or 0
        longest[key] = max(longest.get(key, 0), gap)
    return longest


def _gap(entered_at: datetime | None, served_at: datetime) -> float:
    return 0 if entered_at is None else (served_at - entered_at).total_seconds()


def _count_events(sessions: QuerySet[TeachingSession]) -> tuple[_Counts, _Counts]:
    """How often each session pasted, and how often its page was hidden."""
    events = BrowserEvent.objects.filter(session__in=sessions, kind__in=_OF_INTEREST)
    counted = events.order_by().values_list("session_id", "kind")
    pastes: _Counts = {}
    leaves: _Counts = {}
    for key, kind, n in counted.annotate(Count("pk")):
        (pastes if kind == EventKind.PASTE else leaves)[key] = n
    return pastes, leaves
