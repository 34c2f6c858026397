"""How a number is spread over people: arithmetic for a small histogram."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median, quantiles

N_BINS = 12
# What only one in twenty reaches goes into the last bin, so that the others are seen.
_OF_INTEREST = 0.95
_NICE = (1, 2, 5)


@dataclass(frozen=True)
class Bin:
    """People from ``low`` to below ``high``; the last has no end."""

    low: float
    high: float | None
    n_people: int

    @property
    def words(self) -> str:
        if self.high is None:
            return f"{self.low:,g} or more"
        return f"{self.low:,g} to below {self.high:,g}"


@dataclass(frozen=True)
class Distribution:
    """A number over people: bins of one width, and its middle."""

    bins: list[Bin]
    n_people: int
    lower: float
    median: float
    upper: float
    most: float

    @property
    def width(self) -> float:
        return (self.bins[-1].low - self.bins[0].low) / max(1, len(self.bins) - 1) or 1


def spread(values: Sequence[float], *, marks: Sequence[float] = ()) -> Distribution:
    """The distribution of ``values``, wide enough to show who is beyond the marks."""
    if not values:
        return Distribution([Bin(0, None, 0)], 0, 0, 0, 0, 0)
    ordered = sorted(values)
    usual = ordered[math.ceil(_OF_INTEREST * len(ordered)) - 1]
    is_whole = all(value == int(value) for value in ordered)
    beyond = (max(1.2 * mark, mark + is_whole) for mark in marks)
    reach = max(usual, *beyond, 0)
    width = max(_nice_width(reach), 1.0 if is_whole else 0.0)
    n_bins = int(reach / width) + 1
    lower, _, upper = quantiles(ordered, n=4) if len(ordered) > 1 else ordered * 3
    return Distribution(
        bins=_fill(ordered, width, n_bins),
        n_people=len(ordered),
        lower=lower,
        median=median(ordered),
        upper=upper,
        most=ordered[-1],
    )


def _nice_width(reach: float) -> float:
    """1, 2 or 5 times a power of ten that needs no more than the bins there are."""
    widths = (size * 10.0**power for power in range(-2, 9) for size in _NICE)
    return next(width for width in widths if reach / width < N_BINS)


def _fill(ordered: Sequence[float], width: float, n_bins: int) -> list[Bin]:
    counts = [0] * n_bins
    for value in ordered:
        counts[max(0, min(n_bins - 1, int(value / width + 1e-9)))] += 1
    edges = [round(index * width, 9) for index in range(n_bins)]
    return [
        Bin(low, high, n)
        for low, high, n in zip(edges, [*edges[1:], None], counts, strict=True)
    ]
