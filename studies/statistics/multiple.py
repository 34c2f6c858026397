"""Several comparisons with one reference: Holm's adjustment."""

from collections.abc import Sequence

import numpy as np

from studies.statistics.arrays import FloatArray


def adjust_holm(p_values: Sequence[float]) -> list[float]:
    """The p-values that may be compared with .05 as they stand, in the same order.

    Nan, a comparison that was not tested, stays and does not count.
    """
    adjusted: list[float] = adjust_holm_each(np.asarray(p_values, dtype=float)).tolist()
    return adjusted


def adjust_holm_each(p_values: FloatArray) -> FloatArray:
    """The same along the first axis, for many studies at once."""
    order = np.argsort(p_values, axis=0, kind="stable")
    n_before = np.arange(len(p_values)).reshape(-1, *[1] * (p_values.ndim - 1))
    factors = np.isfinite(p_values).sum(axis=0) - n_before
    ascending = factors * np.take_along_axis(p_values, order, axis=0)
    raised = np.minimum(1.0, np.maximum.accumulate(ascending, axis=0))
    adjusted = np.empty_like(p_values)
    np.put_along_axis(adjusted, order, raised, axis=0)
    return adjusted
