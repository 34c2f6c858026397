"""What an export reads: one study, people of one purpose, page by page."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils.functional import cached_property

from studies.models import Study, StudyChange, TeachingSession
from studies.models.study import ChangeKind, Purpose
from studies.models.team import Action
from studies.services.export.plain import Microseconds
from studies.services.monitoring.crowds import people_of

PER_PAGE = 50
Watch = Callable[[int], None]


class Person(NamedTuple):
    """What most tables say of somebody, and when they consented, in microseconds."""

    key: int
    participant_id: int
    participant: str
    session: str
    arm: str
    consented_us: int


Page = dict[int, Person]
"""Some people by the keys of their sessions, in the order of their beginning."""


def ignore(n_sessions: int) -> None:
    """Nobody asks how far it is."""


@dataclass(frozen=True)
class Source:
    """A study as it is read; ``watch`` hears how many sessions each page had."""

    study: Study
    purpose: Purpose
    watch: Watch = field(default=ignore, compare=False)

    @property
    def sessions(self) -> QuerySet[TeachingSession]:
        return people_of(self.study, self.purpose)

    def pages(self) -> Iterator[Page]:
        """All sessions in the order of their beginning, a few at a time.

        Each page begins after the last key of the one before it: however many there
        are, the database skips none, and only one page is in memory.
        """
        last = 0
        while page := self._read_page(after=last):
            yield page
            last = next(reversed(page))
            self.watch(len(page))

    def _read_page(self, *, after: int) -> Page:
        rows = self.sessions.order_by("pk").values_list(
            *("pk", "participant_id", "participant__pseudonym", "public_id"),
            *("arm__name", Microseconds("consented_at")),
        )
        some = rows.filter(pk__gt=after)[:PER_PAGE]
        return {
            key: Person(key, person, pseudonym, str(session), arm or "", since)
            for key, person, pseudonym, session, arm, since in some
        }

    @cached_property
    def _changes(self) -> list[StudyChange]:
        return list(self.study.changes.order_by("pk"))

    @cached_property
    def _first_fingerprint(self) -> str:
        """That of the design before anything was amended, if the log has it."""
        if not any(one.kind == ChangeKind.AMENDMENT for one in self._changes):
            return self.study.fingerprint
        launch = self.study.audit.filter(action=Action.LAUNCHED).order_by("pk").first()
        return launch.detail.get("fingerprint", "") if launch else ""

    def fingerprint_at(self, at: datetime) -> str:
        """The fingerprint of the design that held then."""
        earlier = [change.fingerprint for change in self._changes if change.at <= at]
        return earlier[-1] if earlier else self._first_fingerprint

    @cached_property
    def _first_day(self) -> date | None:
        first = self.study.audit.order_by("at").first()
        return first.at.date() if first else None

    def day_of(self, at: datetime) -> int | None:
        """The day since the study's log began; clock times would tell who was when."""
        first = self._first_day
        return None if first is None else (at.date() - first).days + 1
