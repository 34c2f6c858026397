"""What a learner may be like: factors of theta on a grid, and what answers tell."""

import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from teaching.memory.base import FloatArray
from teaching.memory.half_life import LN2

N_STRENGTHS = 17
_FURTHEST = 3.0
_NEGLIGIBLE = 1e-9
_MOST_REMEMBERED = 2**14


class Belief(NamedTuple):
    """How probable it is that theta must be multiplied by each of ``strengths``."""

    strengths: FloatArray
    chances: FloatArray

    @property
    def mean(self) -> float:
        """The strength to be expected."""
        return float(self.strengths @ self.chances)


class Strengths:
    """Log-normal factors around ``centre``, up to three spreads away.

    With no spread there is one, and nothing to learn. ``slip`` is the chance that an
    answer has nothing to do with memory: half of those are right.
    """

    def __init__(self, spread: float, centre: float, slip: float) -> None:
        self.spread = _number("spread", spread, 0.0, 2.0)
        self.centre = _number("centre", centre, 0.01, 100.0)
        self.slip = _number("slip", slip, 0.0, 0.5)
        scores = np.linspace(-_FURTHEST, _FURTHEST, N_STRENGTHS)
        scores = scores if self.spread else np.zeros(1)
        self.factors = self.centre * np.exp(self.spread * scores)
        self.log_prior = -0.5 * scores**2
        self._told = lru_cache(maxsize=_MOST_REMEMBERED)(self._log_chances)

    def told(self, log_half_life: float, delay: int, recalled: bool) -> FloatArray:
        """The logarithm of an answer's chance for each of the factors.

        ``log_half_life`` is what it would be for the factor 1.
        """
        return self._told(log_half_life, delay, recalled)

    def _log_chances(
        self, log_half_life: float, delay: int, recalled: bool
    ) -> FloatArray:
        logs = np.clip(self.factors * log_half_life, -1000.0, 1000.0)
        chance = np.exp(-LN2 * delay * np.exp2(-logs))
        chance = self.slip / 2 + (1 - self.slip) * chance
        # Where no slip is believed in, nothing is quite impossible either.
        return np.log(np.maximum(chance if recalled else 1 - chance, 1e-300))


strengths_of = lru_cache(maxsize=64)(Strengths)


def normalised(logs: FloatArray) -> FloatArray:
    """Chances from their logarithms; what hardly counts is not counted at all."""
    chances = np.exp(logs - logs.max(axis=-1, keepdims=True))
    chances = np.where(chances < _NEGLIGIBLE, 0.0, chances)
    normal: FloatArray = chances / chances.sum(axis=-1, keepdims=True)
    return normal


def _number(name: str, value: float, least: float, most: float) -> float:
    fits = isinstance(value, int | float) and not isinstance(value, bool)
    if not fits or not math.isfinite(value) or not least <= value <= most:
        raise ValueError(
            f"{name} must be a number from {least:g} to {most:g}, got {value!r}"
        )
    return float(value)
