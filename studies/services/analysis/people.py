"""Those allocated, and what was decided about them."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import F, QuerySet
from django.db.models.functions import Coalesce

from studies.models import ExclusionDecision, Study, TeachingSession
from studies.models.session import ENDED, Phase

AWAY, CUT_OFF, ERASED = "away", "cut_off", "erased"
_GONE = (*ENDED, AWAY, CUT_OFF, ERASED)
_FIELDS = (
    *("pk", "held", "phase", "is_away", "is_cut_off", "is_over_full", "erased_at"),
    *("time_factor", "device__kind"),
)


@dataclass(frozen=True)
class Person:
    """Somebody who was given a place."""

    key: int
    place: int
    """The place that they hold, or gave back."""
    state: str
    """Their phase, or what became of them: away, cut_off, erased."""
    is_over_full: bool
    time_factor: float
    device: str
    is_excluded: bool = False
    """By the last decision that was made blindly."""
    is_excluded_late: bool = False
    """By the last decision, made after outcomes could be seen, and not before."""
    reason: str = ""

    @property
    def is_inside(self) -> bool:
        """Whether they neither finished nor left."""
        return self.state not in _GONE


def read_people(study: Study, *, purpose: str) -> list[Person]:
    """Everybody allocated, in the order in which they came."""
    sessions = _allocated(study, purpose)
    decided = _decisions(sessions)
    return [_person(row, decided) for row in sessions.values_list(*_FIELDS)]


def read_unallocated(study: Study, *, purpose: str) -> dict[str, int]:
    """How many consented and never got a place, by where they are."""
    sessions = study.sessions.filter(purpose=purpose, allocated_at=None)
    rows = sessions.order_by("pk").values_list(
        "phase", "is_away", "is_cut_off", "erased_at"
    )
    return dict(Counter(_state(*row) for row in rows))


def _allocated(study: Study, purpose: str) -> QuerySet[TeachingSession]:
    held = Coalesce(F("place_id"), F("returned_place_id"))
    own = study.sessions.filter(purpose=purpose, allocated_at__isnull=False)
    return own.annotate(held=held).filter(held__isnull=False).order_by("pk")


def _person(row: tuple, decided: dict[int, list[ExclusionDecision]]) -> Person:  # type: ignore[type-arg]
    key, held, phase, is_away, is_cut_off, is_over_full, erased_at, factor, kind = row
    decisions = decided.get(key, [])
    blind = _last_says([one for one in decisions if one.is_blind])
    return Person(
        key=key,
        place=held,
        state=_state(phase, is_away, is_cut_off, erased_at),
        is_over_full=is_over_full,
        time_factor=factor,
        device=kind or "",
        is_excluded=blind,
        is_excluded_late=_last_says(decisions) and not blind,
        reason=decisions[-1].reason if _last_says(decisions) else "",
    )


def _state(phase: str, is_away: bool, is_cut_off: bool, erased_at: object) -> str:
    if erased_at is not None:
        return ERASED
    if phase in (Phase.COMPLETED, Phase.SCREENED_OUT):
        return phase
    if is_cut_off:
        return CUT_OFF
    return AWAY if is_away and phase != Phase.WITHDRAWN else phase


def _decisions(
    sessions: QuerySet[TeachingSession],
) -> dict[int, list[ExclusionDecision]]:
    decided: dict[int, list[ExclusionDecision]] = {}
    rows = ExclusionDecision.objects.filter(session__in=sessions.values("pk"))
    for decision in rows.order_by("pk"):
        decided.setdefault(decision.session_id, []).append(decision)
    return decided


def _last_says(decisions: Iterable[ExclusionDecision]) -> bool:
    """Whether the last of them excludes; nobody is excluded at first."""
    is_excluded = False
    for decision in decisions:
        is_excluded = decision.is_excluded
    return is_excluded
