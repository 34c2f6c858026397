"""What is known of each participant beside their answers, a few queries for all."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from studies.models import (
    ArrivalRecord,
    BrowserEvent,
    CompletionCode,
    ExclusionDecision,
    LogEntry,
    ParticipantNote,
    QuestionnaireAnswer,
    Response,
    SessionDevice,
    TeachingSession,
)
from studies.models.log import EventKind, LogKind
from studies.models.recruitment import Proof
from studies.models.response import Outcome
from studies.models.session import Phase
from studies.services.monitoring.journeys import Journey, read_journeys
from studies.services.people.gaps import find_gaps

_UNPROVEN = (Proof.NONE, Proof.TAKEN)
_OF_INTEREST = (EventKind.PASTE, EventKind.HIDDEN, EventKind.BLUR)
# The question about help, and the answers to it that say there was none.
HONESTY_ITEM = "honesty"
NO_HELP = ("No", "Nein")
_NO_CARDS = (0, 0, 0)
_Counts = dict[int, int]


@dataclass(frozen=True)
class Measures:
    """What flags and exclusion rules look at, of one participant."""

    journey: Journey
    longest_gap_seconds: float = 0
    n_cards: int = 0
    n_missed: int = 0
    n_unanswered: int = 0
    n_pastes: int = 0
    n_leaves: int = 0
    n_taken_back: int = 0
    n_unproven: int = 0
    n_notes: int = 0
    n_codes: int = 0
    shares_assignment: bool = False
    was_here_before: bool = False
    is_over_full: bool = False
    is_excluded: bool = False
    has_had_help: bool = False

    @property
    def percent_missed(self) -> float:
        return 100 * self.n_missed / self.n_cards if self.n_cards else 0


def read_measures(sessions: QuerySet[TeachingSession]) -> dict[int, Measures]:
    """The measures of ``sessions`` by their keys, oldest first."""
    journeys = read_journeys(sessions)
    cards, gaps = _count_cards(sessions), find_gaps(sessions)
    pastes, leaves = _count_events(sessions)
    unproven = _count(ArrivalRecord.objects.filter(proof__in=_UNPROVEN), sessions)
    taken_back = LogEntry.objects.filter(kind=LogKind.TAKEN_BACK)
    again = _count(taken_back, sessions)
    notes = _count(ParticipantNote.objects.all(), sessions)
    codes, sharing = _count(CompletionCode.objects.all(), sessions), _share(sessions)
    excluded, helped = find_excluded(sessions), _find_helped(sessions)
    over_full = set(sessions.filter(is_over_full=True).values_list("pk", flat=True))
    seen_before = SessionDevice.objects.filter(was_here_before=True)
    returning = _count(seen_before, sessions)
    return {
        key: Measures(
            journey=journey,
            longest_gap_seconds=gaps[key].seconds if key in gaps else 0,
            n_cards=cards.get(key, _NO_CARDS)[0],
            n_missed=cards.get(key, _NO_CARDS)[1],
            n_unanswered=cards.get(key, _NO_CARDS)[2],
            n_pastes=pastes.get(key, 0),
            n_leaves=leaves.get(key, 0),
            n_taken_back=again.get(key, 0),
            n_unproven=unproven.get(key, 0),
            n_notes=notes.get(key, 0),
            n_codes=codes.get(key, 0),
            shares_assignment=key in sharing,
            was_here_before=key in returning,
            is_over_full=key in over_full,
            is_excluded=key in excluded,
            has_had_help=key in helped,
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
) -> dict[int, tuple[int, int, int]]:
    """Cards that were closed, those of them late or missed, and those of learning to
    which nothing came."""
    closed = Response.objects.filter(session__in=sessions, outcome__isnull=False)
    is_missed = Q(outcome__in=[Outcome.LATE, Outcome.MISSED])
    is_unanswered = Q(outcome=Outcome.MISSED, phase=Phase.LEARNING)
    rows = (
        closed.order_by()
        .values_list("session_id")
        .annotate(
            Count("pk"),
            n_missed=Count("pk", filter=is_missed),
            n_unanswered=Count("pk", filter=is_unanswered),
        )
    )
    return {key: (n, n_missed, n_empty) for key, n, n_missed, n_empty in rows}


def _count_events(sessions: QuerySet[TeachingSession]) -> tuple[_Counts, _Counts]:
    """How often each session pasted, and how often its page was left.

    Some browsers tell that a page loses the focus, some that it is hidden, most both.
    """
    events = BrowserEvent.objects.filter(session__in=sessions, kind__in=_OF_INTEREST)
    counted = events.order_by().values_list("session_id", "kind")
    pastes: _Counts = {}
    leaves: _Counts = {}
    for key, kind, n in counted.annotate(Count("pk")):
        if kind == EventKind.PASTE:
            pastes[key] = n
        else:
            leaves[key] = max(n, leaves.get(key, 0))
    return pastes, leaves


def _share(sessions: QuerySet[TeachingSession]) -> set[int]:
    """Those whose assignment another person brought as well, let in or not."""
    theirs = ArrivalRecord.objects.filter(session__in=sessions).exclude(assignment="")
    others = ArrivalRecord.objects.filter(
        session__study=OuterRef("session__study"),
        recruiter=OuterRef("recruiter"),
        assignment=OuterRef("assignment"),
    ).exclude(session=OuterRef("session"))
    shared = theirs.filter(Q(proof=Proof.TAKEN) | Exists(others))
    return set(shared.order_by().values_list("session_id", flat=True))


def _find_helped(sessions: QuerySet[TeachingSession]) -> set[int]:
    """Those who say that they had help."""
    said = QuestionnaireAnswer.objects.filter(session__in=sessions, item=HONESTY_ITEM)
    helped = said.exclude(value__in=["", *NO_HELP])
    return set(helped.values_list("session_id", flat=True))
