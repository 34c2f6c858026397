"""Equivalence: only with a margin that was registered, and only by an interval."""

from math import isclose

from studies.statistics.permuting.interval import Interval

ALPHA = 0.10


def is_equivalent(interval: Interval, *, margin: float | None) -> bool | None:
    """Whether the 90 % ``interval`` lies inside the margin; None without a margin."""
    if margin is None:
        return None
    if margin <= 0:
        raise ValueError(f"margin must be positive, got {margin}")
    if not isclose(interval.level, 1 - ALPHA):
        raise ValueError(f"the interval must be of 90 %, got {interval.level:.0%}")
    return -margin < interval.low and interval.high < margin
