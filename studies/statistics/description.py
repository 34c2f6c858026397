"""What is shown beside the tests: means, curves and distributions with their bands.

Bands are 95 % intervals over people, whose answers belong together.
"""

from dataclasses import dataclass
from math import inf, nan, sqrt

import numpy as np
from scipy import stats

from studies.statistics.arrays import FloatArray, IntArray
from studies.statistics.permuting.permutation import ALPHA


@dataclass(frozen=True)
class Summary:
    """A mean over people; nan where there are too few for it.

    Of people who are all alike there is no band: how far chance reaches cannot be
    told from them.
    """

    n: int
    mean: float
    deviation: float
    low: float
    high: float


@dataclass(frozen=True)
class PairShare:
    """Of some pairs, such as those shown three times, the share right."""

    n_people: int
    n_pairs: int
    share: float
    low: float
    high: float


def summarise(
    values: FloatArray, *, within: tuple[float, float] = (-inf, inf)
) -> Summary:
    """Mean, deviation and band of ``values``, one per person, without the nans.

    The band ends where values do, if ``within`` says what they can be.
    """
    known = values[np.isfinite(values)]
    n = len(known)
    mean = float(known.mean()) if n else nan
    deviation = float(known.std(ddof=1)) if n > 1 else nan
    reach = _reach(n) * deviation / sqrt(n) if _differ(known) else nan
    low, high = np.clip([mean - reach, mean + reach], *within).tolist()
    return Summary(n, mean, deviation, low, high)


def share_right(people: IntArray, right: FloatArray) -> PairShare:
    """The share right, from one entry per pair: whose it is, and whether it is right.

    A ratio over people, with the error that sampling whole people gives it.
    """
    _, own = np.unique(people, return_inverse=True)
    n_pairs, n_right = np.bincount(own), np.bincount(own, weights=right)
    n, share = len(n_pairs), float(right.mean()) if len(right) else nan
    off = n_right - share * n_pairs
    error = sqrt(n / (n - 1) * float(off @ off)) / len(right) if n > 1 else nan
    reach = _reach(n) * error if n > 1 and _differ(right) else nan
    low, high = np.clip([share - reach, share + reach], 0.0, 1.0).tolist()
    return PairShare(n, len(right), share, low, high)


def count_in_bins(values: FloatArray, *, n_bins: int) -> list[int]:
    """How many people are in each of ``n_bins`` parts of 0 to 1, the last closed."""
    known = values[np.isfinite(values)]
    # Rounding first: 3/10 must not fall below its own border.
    bins = np.floor(np.round(known * n_bins, 9)).astype(np.int64)
    counts = np.bincount(np.clip(bins, 0, n_bins - 1), minlength=n_bins)
    return [int(count) for count in counts]


def _differ(values: FloatArray) -> bool:
    return len(values) > 1 and float(np.ptp(values)) > 0


def _reach(n: int) -> float:
    return float(stats.t.ppf(1 - ALPHA / 2, n - 1))
