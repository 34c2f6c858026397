"""How far people came, and when: the phases they entered, from their logs."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from django.db.models import QuerySet

from studies.models import LogEntry, TeachingSession
from studies.models.log import LogKind
from studies.models.session import RUNNING, Phase
from studies.phases import JOURNEY

PHASES = tuple(rule.phase.value for rule in JOURNEY)

_FIELDS = (
    *("pk", "phase", "consented_at", "last_seen_at", "is_away"),
    *("completed_at", "withdrawn_at", "screened_out_at"),
)
# When a phase was entered, and its name unless an erasure took it.
_Entry = tuple[datetime, str | None]


@dataclass(frozen=True, slots=True)
class Journey:
    """When somebody entered each phase, in order, from consent on."""

    session_id: int
    phase: str
    entered: Mapping[str, datetime]
    last_seen_at: datetime
    ended_at: datetime | None = None
    is_away: bool = False

    @property
    def is_inside(self) -> bool:
        """Whether they may still come further; who went silent is away."""
        return self.phase in RUNNING and not self.is_away

    @property
    def consented_at(self) -> datetime:
        return next(iter(self.entered.values()))

    @property
    def minutes(self) -> float:
        """From consent to the end, or to the last sign of life of who left.

        Who went silent is ended by the server, perhaps days later.
        """
        until = self.completed_at or self.last_seen_at
        return (until - self.consented_at).total_seconds() / 60

    @property
    def completed_at(self) -> datetime | None:
        return self.ended_at if self.phase == Phase.COMPLETED else None


def read_journeys(sessions: QuerySet[TeachingSession]) -> list[Journey]:
    """The journeys of ``sessions``, oldest first, in two queries."""
    logged = _read_entries(sessions)
    first, *usual = _usual_order(logged.values())
    rows = sessions.order_by("consented_at", "pk").values_list(*_FIELDS)
    return [
        Journey(
            session_id=key,
            phase=phase,
            entered={first: consented_at, **_named(logged[key], usual, phase)},
            last_seen_at=last_seen_at,
            is_away=is_away,
            ended_at=next((end for end in ends if end is not None), None),
        )
        for key, phase, consented_at, last_seen_at, is_away, *ends in rows
    ]


def _read_entries(
    sessions: QuerySet[TeachingSession],
) -> defaultdict[int, list[_Entry]]:
    entries = LogEntry.objects.filter(session__in=sessions, kind=LogKind.PHASE)
    rows = entries.order_by("session", "number")
    logged: defaultdict[int, list[_Entry]] = defaultdict(list)
    for key, at, payload in rows.values_list("session_id", "at", "payload"):
        logged[key].append((at, _phase_in(payload)))
    return logged


@lru_cache(maxsize=64)
def _phase_in(payload: str | None) -> str | None:
    """None when it was erased; a forged entry is no reason to show nothing."""
    try:
        name = json.loads(payload or "{}").get("phase")
    except (ValueError, AttributeError):
        return None
    return name if name in PHASES else None


def _usual_order(logged: Iterable[Sequence[_Entry]]) -> list[str]:
    """The phases that anybody was in, in the order of the journey.

    Of the phase that sessions begin in no log tells, but of the one after it.
    """
    seen = {name for entries in logged for _, name in entries}
    at = PHASES.index(Phase.INSTRUCTIONS) - (Phase.INSTRUCTIONS in seen)
    first, *later = PHASES[at:]
    return [first, *([phase for phase in later if phase in seen] or later)]


def _named(
    entries: Sequence[_Entry], usual: Sequence[str], phase: str
) -> dict[str, datetime]:
    """What an erased log no longer names was entered in the usual order."""
    names = [
        name or usual[min(number, len(usual) - 1)]
        for number, (_, name) in enumerate(entries)
    ]
    if names and phase in PHASES:
        names[-1] = phase
    return {name: at for name, (at, _) in zip(names, entries, strict=True)}
