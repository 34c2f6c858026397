"""What the fit is held against: predictions that know less of memory, or nothing."""

from collections.abc import Callable

import numpy as np

from teaching.fitting.likelihood import Evidence, lapses
from teaching.fitting.newton import Prior, maximise
from teaching.fitting.responses import Showings
from teaching.memory.base import FloatArray
from teaching.memory.half_life import ROBUST

Predictor = Callable[[Showings], FloatArray]

_FLAT = Prior(np.zeros(4), np.full(4, 10.0))


def constant(trained: Showings) -> Predictor:
    """The share of answers that were right, always."""
    share = float(trained.recalled.mean())
    return lambda asked: np.full(len(asked), share)


def logistic(trained: Showings) -> Predictor:
    """Logistic regression on right and wrong answers so far and the log of the delay.

    With a normal prior so wide (10) that it only keeps the answer finite.
    """
    features, right = _features(trained), trained.recalled.astype(np.float64)

    def ask(weights: FloatArray) -> Evidence:
        chance = _logistic(features @ weights[0])
        value = np.log(np.where(trained.recalled, chance, 1 - chance)).sum()
        bend = (chance * (1 - chance))[:, None] * features
        gradient = (right - chance) @ features
        return Evidence(np.array([value]), gradient[None], (features.T @ bend)[None])

    weights = maximise(ask, _FLAT, np.zeros((1, 4)))[0]
    return lambda asked: _logistic(_features(asked) @ weights)


def fixed(trained: Showings) -> Predictor:
    """(6, 2, 0), which the paper's study believed in for every word."""
    return lambda asked: np.exp(
        -lapses(asked.counts @ ROBUST, asked.delays, np.ones(1))[:, 0]
    )


def _features(showings: Showings) -> FloatArray:
    return np.column_stack([showings.counts, np.log(showings.delays)])


def _logistic(values: FloatArray) -> FloatArray:
    # Symmetric around 0, and never 0 or 1.
    return 0.5 * (1 + np.tanh(np.clip(values, -30, 30) / 2))


BASELINES: dict[str, Callable[[Showings], Predictor]] = {
    "constant": constant,
    "logistic": logistic,
    "fixed": fixed,
}
