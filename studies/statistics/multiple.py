"""Several comparisons with one reference: Holm's adjustment."""

from collections.abc import Sequence

import numpy as np


def adjust_holm(p_values: Sequence[float]) -> list[float]:
    """The p-values that may be compared with .05 as they stand, in the same order.

    Nan, a comparison that was not tested, stays and does not count.
    """
    values = np.asarray(p_values, dtype=float)
    (tested,) = np.nonzero(np.isfinite(values))
    order = tested[np.argsort(values[tested], kind="stable")]
    factors = np.arange(len(order), 0, -1)
    adjusted = values.copy()
    adjusted[order] = np.minimum(1.0, np.maximum.accumulate(factors * values[order]))
    return [float(value) for value in adjusted]
