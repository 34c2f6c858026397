"""The list of participants: searched, filtered and sorted as a whole."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from studies.errors import NotFoundError
from studies.models import CompletionCode, Study, TeachingSession
from studies.models.session import Phase
from studies.models.study import Purpose
from studies.models.team import Action
from studies.services.identities import find_recruiters
from studies.services.monitoring.crowds import people_of
from studies.services.owing import PAID_PURPOSES, Owed, find_owed
from studies.services.people.flags import Flag, find_flags
from studies.services.people.lost import find_lost
from studies.services.people.measures import Measures, read_measures
from studies.services.session.withdrawal import find_sessions
from studies.services.team.audit import record_action


@dataclass(frozen=True)
class Wish:
    """What a researcher wants to see of the list."""

    purpose: Purpose
    search: str = ""
    flag: str = ""
    order: str = "began"
    is_reversed: bool = False


@dataclass(frozen=True)
class ParticipantRow:
    """One participant in the list."""

    pseudonym: str
    phase: str
    step: int
    is_away: bool
    is_erased: bool
    arm: str
    recruiter: str
    measures: Measures
    flags: tuple[Flag, ...] = ()
    codes: list[str] = field(default_factory=list)
    owed: Owed | None = None
    lost: str = ""

    @property
    def payment_words(self) -> str:
        """What is owed for a code; nobody pays tries and simulated people."""
        return f"owed {self.owed.words}" if self.owed else ""

    @property
    def phase_words(self) -> str:
        return tell_phase(self.phase, is_erased=self.is_erased)

    @property
    def began_at(self) -> datetime:
        return self.measures.journey.consented_at

    @property
    def minutes(self) -> float:
        return self.measures.journey.minutes


def tell_phase(phase: str, *, is_erased: bool) -> str:
    """Where somebody is; who was erased inside did not withdraw by themselves."""
    is_ended_by_it = is_erased and phase == Phase.WITHDRAWN
    return "erased" if is_ended_by_it else Phase(phase).label.lower()


_KEYS: dict[str, Callable[[ParticipantRow], Any]] = {
    "participant": lambda row: row.pseudonym,
    "began": lambda row: row.began_at,
    "phase": lambda row: (row.phase, row.step),
    "arm": lambda row: row.arm,
    "recruiter": lambda row: row.recruiter,
    "minutes": lambda row: row.minutes,
    "flags": lambda row: (len(row.flags), row.flags),
    "code": lambda row: row.codes,
    "notes": lambda row: row.measures.n_notes,
}
ORDERS = tuple(_KEYS)


def list_participants(
    study: Study, wish: Wish, *, with_codes: bool
) -> list[ParticipantRow]:
    """Everybody of the wished purpose who fits the search and has the flag.

    Codes are read only for those who may see them.
    """
    people = people_of(study, wish.purpose)
    codes = _read_codes(people) if with_codes else {}
    is_paid = with_codes and wish.purpose in PAID_PURPOSES
    owed = find_owed(study) if is_paid else {}
    rows = _read_rows(study, people, codes, owed)
    search = wish.search.strip().lower()
    found = [
        row
        for row in rows
        if search in row.pseudonym and (not wish.flag or wish.flag in row.flags)
    ]
    return sorted(
        found, key=_KEYS.get(wish.order, _KEYS["began"]), reverse=wish.is_reversed
    )


def _read_rows(
    study: Study,
    people: QuerySet[TeachingSession],
    codes: dict[int, list[str]],
    owed: dict[int, Owed],
) -> list[ParticipantRow]:
    measures, lost = read_measures(people), find_lost(people)
    recruiters = find_recruiters(study)
    fields = ("participant__pseudonym", "phase", "step", "is_away", "erased_at")
    rows = people.order_by("pk").values_list("pk", *fields, "arm__name")
    return [
        ParticipantRow(
            pseudonym=pseudonym,
            phase=phase,
            step=step,
            is_away=is_away,
            is_erased=erased_at is not None,
            arm=arm or "",
            recruiter=recruiters.get(key, ""),
            measures=measures[key],
            flags=flags_of(study, measures[key]),
            codes=codes.get(key, []),
            owed=owed.get(key),
            lost=lost.get(key, ""),
        )
        for key, pseudonym, phase, step, is_away, erased_at, arm in rows
        if key in measures
    ]


def flags_of(study: Study, measures: Measures) -> tuple[Flag, ...]:
    """The flags of somebody in ``study``."""
    return find_flags(
        measures,
        largest_gap_seconds=study.largest_gap_seconds,
        exclusion_rules=study.exclusion_rules,
    )


def _read_codes(people: QuerySet[TeachingSession]) -> dict[int, list[str]]:
    codes: dict[int, list[str]] = {}
    rows = CompletionCode.objects.filter(session__in=people).order_by("pk")
    for key, code in rows.values_list("session_id", "code"):
        codes.setdefault(key, []).append(code)
    return codes


def find_by_identity(
    study: Study, name: str, *, who: str, now: datetime
) -> TeachingSession:
    """The session of somebody named by a recruiter's id or a code; the look is logged.

    Looking for nobody of the study tells nothing, and is logged as nothing.
    """
    (session, *_) = find_sessions(name, study=study.slug)
    if session.study_id != study.pk:
        raise NotFoundError
    record_action(
        study,
        Action.IDENTITY_SEEN,
        who=who,
        now=now,
        participant=session.participant.pseudonym,
    )
    return session
