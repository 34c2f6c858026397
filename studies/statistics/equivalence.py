"""Equivalence: only with a margin that was registered, and only by an interval."""

from studies.statistics.interval import Interval


def is_equivalent(interval: Interval, *, margin: float | None) -> bool | None:
    """Whether the 90 % ``interval`` lies inside the margin; None without a margin."""
    if margin is None:
        return None
    if margin <= 0:
        raise ValueError(f"margin must be positive, got {margin}")
    return -margin < interval.low and interval.high < margin
