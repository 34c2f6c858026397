"""A mean over people and its interval: what every table of arms shows."""

from dataclasses import dataclass

import numpy as np
from scipy import stats

from studies.statistics.arrays import FloatArray

LEVEL = 0.95
SHARE = (0.0, 1.0)
# By outcome; what is not named is a share.
_WITHIN = {"net_gain": (-1.0, 1.0)}


@dataclass(frozen=True)
class Summary:
    """Of the people who have a value; nan where there are too few to say."""

    n: int
    mean: float
    deviation: float
    low: float
    high: float


def summarise(
    values: FloatArray, *, within: tuple[float, float] = (-np.inf, np.inf)
) -> Summary:
    """The mean with Student's interval of 95 %, as far as it is possible."""
    own = values[np.isfinite(values)]
    n = len(own)
    mean = float(own.mean()) if n else np.nan
    deviation = float(own.std(ddof=1)) if n > 1 else np.nan
    quantile = float(stats.t.ppf((1 + LEVEL) / 2, max(n - 1, 1)))
    reach = quantile * deviation / max(n, 1) ** 0.5
    low, high = np.clip([mean - reach, mean + reach], *within)
    return Summary(n, mean, deviation, float(low), float(high))


def range_of(outcome: str) -> tuple[float, float]:
    """What values of ``outcome`` can be."""
    return _WITHIN.get(outcome, SHARE)
