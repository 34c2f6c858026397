"""Times as ratios: everything compared is measured in the same run, in turn."""

import time
from collections.abc import Callable
from dataclasses import dataclass

Work = Callable[[], object]


@dataclass(frozen=True)
class Ratio:
    """How many times longer one thing takes than another, and what is wanted."""

    what: str
    value: float
    wanted: str
    holds: bool

    def line(self) -> str:
        mark = "ok  " if self.holds else "MISS"
        return f"{mark} {self.what}: {self.value:,.1f} ({self.wanted})"


def times_faster(what: str, fast: Work, slow: Work, at_least: float) -> Ratio:
    """How many times faster ``fast`` is than ``slow``."""
    fast_time, slow_time = alternate(fast, slow)
    value = slow_time / fast_time
    return Ratio(what, value, f"wanted: at least {at_least:g}", value >= at_least)


def times_as_long(what: str, work: Work, floor: Work, at_most: float) -> Ratio:
    """How many times as long ``work`` takes as ``floor``."""
    work_time, floor_time = alternate(work, floor)
    value = work_time / floor_time
    return Ratio(what, value, f"wanted: at most {at_most:g}", value <= at_most)


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
