"""Differences over their standard errors, as functions of a shift of the first arm.

Take ``d`` from everybody in the first arm: in every shuffle the difference of the arms
then changes linearly with ``d`` and its variance quadratically. Five numbers per
shuffle are therefore enough to know its statistic at every shift, and an interval costs
no second round of shuffling.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np

from studies.statistics.arrays import BoolArray, FloatArray

# Relative to the values' own size: what is smaller is the rounding of a zero.
_NO_DIFFERENCE = 1e-11
_NO_VARIANCE = 1e-13


@dataclass(frozen=True)
class Studentised:
    """One statistic per shuffle: (difference + slope d) / sqrt(variance at d)."""

    difference: FloatArray
    slope: FloatArray
    variance: FloatArray
    covariance: FloatArray
    curvature: FloatArray

    def t(self, shift: float, spread: float) -> FloatArray:
        """The statistics at ``shift``, for values of mean square ``spread``."""
        scale = spread + shift**2
        top = self.difference + shift * self.slope
        below = self.variance + shift * (2 * self.covariance + shift * self.curvature)
        return studentise(top, below, scale)

    def where(self, is_valid: BoolArray) -> "Studentised":
        """The same, with a statistic of 0 wherever it cannot be computed."""
        return Studentised(
            *(
                np.where(is_valid, getattr(self, field.name), 0.0)
                for field in fields(self)
            )
        )


def studentise(
    difference: FloatArray, variance: FloatArray, scale: float
) -> FloatArray:
    """Differences over their standard errors, for values of mean square ``scale``.

    0 where neither the values differ nor the arms, infinite where only the arms do.
    """
    is_none = np.abs(difference) <= _NO_DIFFERENCE * np.sqrt(scale)
    top = np.where(is_none, 0.0, difference)
    is_constant = variance <= _NO_VARIANCE * scale
    error = np.sqrt(np.where(is_constant, 1.0, variance))
    return np.where(is_constant, _signed_infinity(top), top / error)


def join(parts: Sequence[Studentised]) -> Studentised:
    """All shuffles of ``parts`` after another."""
    return Studentised(
        *(
            np.concatenate([getattr(part, field.name) for part in parts])
            for field in fields(Studentised)
        )
    )


def _signed_infinity(top: FloatArray) -> FloatArray:
    return np.where(top == 0, 0.0, np.copysign(np.inf, top))
