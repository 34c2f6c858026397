"""Times as ratios: everything compared is measured in the same run, in turn."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

Work = Callable[[], object]


@dataclass(frozen=True)
class Ratio:
    """How many times longer one thing takes than another, and what is wanted."""

    what: str
    value: float
    wanted: str
    holds: bool

    @classmethod
    def at_least(cls, what: str, value: float, limit: float) -> "Ratio":
        return cls(what, value, f"wanted: at least {limit:g}", value >= limit)

    @classmethod
    def at_most(cls, what: str, value: float, limit: float) -> "Ratio":
        return cls(what, value, f"wanted: at most {limit:g}", value <= limit)

    def line(self) -> str:
        mark = "ok  " if self.holds else "MISS"
        digits = 1 if self.value >= 10 else 2
        return f"{mark} {self.what}: {self.value:,.{digits}f} ({self.wanted})"


def print_all(measured: Iterable[Ratio]) -> int:
    """Print every ratio as it comes; the exit code says whether all are as wanted."""
    n_missed = 0
    for ratio in measured:
        print(ratio.line(), flush=True)
        n_missed += not ratio.holds
    return int(n_missed > 0)


def times_faster(what: str, fast: Work, slow: Work, at_least: float) -> Ratio:
    """How many times faster ``fast`` is than ``slow``."""
    fast_time, slow_time = alternate(fast, slow)
    return Ratio.at_least(what, slow_time / fast_time, at_least)


def times_as_long(what: str, work: Work, floor: Work, at_most: float) -> Ratio:
    """How many times as long ``work`` takes as ``floor``."""
    work_time, floor_time = alternate(work, floor)
    return Ratio.at_most(what, work_time / floor_time, at_most)


def alternate(*works: Work, rounds: int = 5) -> list[float]:
    """The best time of each: whatever else the machine does can only add to it."""
    repeats = [_repeats(work) for work in works]
    times: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        for work, n_repeats, measured in zip(works, repeats, times, strict=True):
            measured.append(_time(work, n_repeats))
    return [min(measured) for measured in times]


def _repeats(work: Work) -> int:
    once = _time(work, 1)
    return max(1, int(0.05 / once))


def _time(work: Work, n_repeats: int) -> float:
    start = time.perf_counter()
    for _ in range(n_repeats):
        work()
    return (time.perf_counter() - start) / n_repeats
