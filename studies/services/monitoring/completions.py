"""Completions over time against the target: arithmetic on times."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

_HOURS_AT_MOST = timedelta(days=2)
_DAYS_AT_MOST = timedelta(days=90)
HOUR, DAY, WEEK = timedelta(hours=1), timedelta(days=1), timedelta(weeks=1)


@dataclass(frozen=True)
class Period:
    """How many completed in an hour, a day or a week, and how many had by its end."""

    begins_at: datetime
    n_completed: int
    n_so_far: int


@dataclass(frozen=True)
class Completions:
    """Completions period by period, without holes."""

    length: timedelta
    periods: list[Period]
    n_target: int

    @property
    def n_completed(self) -> int:
        return self.periods[-1].n_so_far if self.periods else 0

    @property
    def percent(self) -> float:
        return 100 * self.n_completed / self.n_target if self.n_target else 0.0


def count_completions(
    completed: Sequence[datetime],
    *,
    since: datetime | None,
    until: datetime,
    n_target: int,
) -> Completions:
    """Count from ``since``, when somebody first came, to ``until`` or the last one."""
    if since is None:
        return Completions(DAY, [], n_target)
    until = max([since, until, *completed])
    length = _suitable_length(until - since)
    begin = _begin_of(since, length)
    counts = Counter((at - begin) // length for at in completed)
    periods, n_so_far = [], 0
    for number in range((until - begin) // length + 1):
        n_so_far += counts[number]
        periods.append(Period(begin + number * length, counts[number], n_so_far))
    return Completions(length, periods, n_target)


def _suitable_length(span: timedelta) -> timedelta:
    if span <= _HOURS_AT_MOST:
        return HOUR
    return DAY if span <= _DAYS_AT_MOST else WEEK


def _begin_of(moment: datetime, length: timedelta) -> datetime:
    hour = moment.replace(minute=0, second=0, microsecond=0)
    return hour if length == HOUR else hour.replace(hour=0)
