"""The one maximum of a concave function with a normal prior, for all groups at once."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from teaching.fitting.likelihood import Evidence
from teaching.memory.base import FloatArray
from teaching.memory.half_life import ROBUST

_MOST_STEPS = 200
_MOST_HALVINGS = 60
CLOSE = 1e-9

Ask = Callable[[FloatArray], Evidence]


class Prior(NamedTuple):
    """Normal, each parameter by itself: ``(n_parameters,)`` each."""

    mean: FloatArray
    spread: FloatArray

    @property
    def precision(self) -> FloatArray:
        precision: FloatArray = self.spread**-2.0
        return precision

    def log(self, theta: FloatArray) -> FloatArray:
        """Of each row its log density, up to a constant."""
        distances = (theta - self.mean) / self.spread
        log: FloatArray = -0.5 * (distances**2).sum(axis=1)
        return log

    def curvature(self, told: Evidence) -> FloatArray:
        """How unsure prior and answers leave it together, ``(G, 3, 3)``."""
        return np.linalg.inv(self.with_information(told)).astype(np.float64)

    def with_information(self, told: Evidence) -> FloatArray:
        """What prior and answers know together, ``(G, 3, 3)``."""
        total: FloatArray = told.information + np.diag(self.precision)
        return total


WEAK = Prior(np.array(ROBUST), np.array([5.0, 3.0, 3.0]))
"""Around what the paper's study believed in, so wide that easy and hard words fit."""


def maximise(
    ask: Ask, prior: Prior, start: FloatArray, *, close: float = CLOSE
) -> FloatArray:
    """Newton's method, each group's step halved until it climbs."""
    theta = start
    for _ in range(_MOST_STEPS):
        told = ask(theta)
        gradient = told.gradient - (theta - prior.mean) * prior.precision
        information = prior.with_information(told)
        step = np.linalg.solve(information, gradient[:, :, None])[:, :, 0]
        moved = _climbing(ask, prior, theta, step.astype(np.float64), told.value)
        theta = theta + moved
        if np.abs(moved).max() < close:
            return theta
    raise ValueError("theta could not be found: the answers contradict each other")


def _climbing(
    ask: Ask, prior: Prior, theta: FloatArray, step: FloatArray, value: FloatArray
) -> FloatArray:
    now = value + prior.log(theta)
    for _ in range(_MOST_HALVINGS):
        there = ask(theta + step).value + prior.log(theta + step)
        worse = there < now - CLOSE * (1 + np.abs(now))
        if not worse.any():
            break
        step = np.where(worse[:, None], step / 2, step)
    return step
