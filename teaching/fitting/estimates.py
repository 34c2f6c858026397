"""Numbers with intervals, where the answers of one person hang together."""

from math import sqrt
from typing import NamedTuple

import numpy as np

from teaching.history import IntArray
from teaching.memory.base import FloatArray

CONFIDENCE = 0.95


class Estimate(NamedTuple):
    """A number, and between what it lies with 95 % confidence."""

    mean: float
    low: float
    high: float


def mean_by_person(values: FloatArray, people: IntArray) -> Estimate:
    """A mean over answers, its interval from how people's sums differ (Student's t)."""
    mean = float(values.mean())
    error, n_people = _error(values - mean, people)
    half = student(n_people) * error
    return Estimate(mean, mean - half, mean + half)


def share_by_person(values: FloatArray, people: IntArray) -> Estimate:
    """A share with Wilson's interval, for as many answers as they are worth.

    Answers of one person are alike, so a hundred may say as little as forty would.
    """
    share, n_answers = float(values.mean()), len(values)
    error, n_people = _error(values - share, people)
    variance = share * (1 - share)
    worth = min(n_answers, variance / error**2) if error > 0 else n_answers
    z = student(n_people)
    middle = (share + z * z / (2 * worth)) / (1 + z * z / worth)
    half = z / (1 + z * z / worth) * sqrt(variance / worth + (z / worth / 2) ** 2)
    return Estimate(share, max(0.0, middle - half), min(1.0, middle + half))


def _error(residuals: FloatArray, people: IntArray) -> tuple[float, int]:
    """The standard error of a mean whose residuals hang together within people."""
    _, whose = np.unique(people, return_inverse=True)
    sums = np.bincount(whose, residuals)
    n_people = len(sums)
    squares = float((sums**2).sum()) * n_people / max(1, n_people - 1)
    return sqrt(squares) / len(residuals), n_people


def student(n_people: int) -> float:
    """How many standard errors make an interval, by Student's t."""
    # Servers fit nothing: without scipy they take less memory.
    from scipy.special import stdtrit

    return float(stdtrit(max(1, n_people - 1), (1 + CONFIDENCE) / 2))
