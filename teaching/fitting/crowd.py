"""People who are not all alike: how strong the memory of each seems to be.

Somebody's strength is a factor of theta, log-normal around 1. What a factor could be is
laid out on a grid; how probable each is for a person follows from their answers.
"""

from functools import cache
from typing import Any

import numpy as np

from teaching.fitting.likelihood import Cases, Slopes
from teaching.fitting.responses import Showings
from teaching.history import IntArray
from teaching.memory.base import FloatArray

ABILITIES = np.linspace(-2.4, 2.4, 25)
"""Logarithms of the strengths: from a tenth to eleven times the usual one."""
STRENGTHS = np.exp(ABILITIES)

_SPREADS = np.geomspace(0.05, 1.5, 120)
"""Below, the grid of strengths would see nothing but its middle; above, its ends."""
_LIKELY = 1.92
"""By so much the logarithm of a likelihood falls at the ends of a 95 % interval."""


class Crowd:
    """Whose answers are of which case.

    A pair is a person met in a group; ``pair_groups`` and ``pair_people`` say of which.
    """

    def __init__(self, showings: Showings, cases: Cases) -> None:
        # Servers fit nothing: without scipy they take less memory.
        from scipy.sparse import csr_array

        people = showings.people.numbers
        self.names, whose = np.unique(people, return_inverse=True)
        keys = cases.groups[cases.numbers] * len(self.names) + whose
        met, pairs = np.unique(keys, return_inverse=True)
        self.pair_groups: IntArray = met // len(self.names)
        self.pair_people: IntArray = met % len(self.names)
        ones = np.ones(len(showings))
        shape = len(self.names), len(cases)
        self._people: Any = csr_array((ones, (whose, cases.numbers)), shape=shape)
        shape = len(met), len(cases)
        self._pairs: Any = csr_array((ones, (pairs, cases.numbers)), shape=shape)

    def __len__(self) -> int:
        return len(self.names)

    def log_likelihoods(self, told: Slopes) -> FloatArray:
        """Of each person's answers, for each strength, ``(n_people, K)``."""
        logs: FloatArray = self._people @ told.value
        return logs

    def beliefs(self, told: Slopes, spread: float) -> FloatArray:
        """How probable each strength of each person is, ``(n_people, K)``."""
        return normalised(self.log_likelihoods(told) + log_prior(spread))

    def times(self, beliefs: FloatArray) -> FloatArray:
        """How often there was each case by people of each strength, ``(S, K)``."""
        times: FloatArray = self._people.T @ beliefs
        return times

    def scores(self, told: Slopes, cases: Cases) -> FloatArray:
        """The gradient of each pair's answers, by strength, ``(n_pairs, K, 3)``."""
        rises = told.rise * STRENGTHS
        columns = rises[:, :, None] * cases.counts[:, None, :]
        scores = self._pairs @ columns.reshape(len(cases), -1)
        return np.asarray(scores).reshape(-1, len(STRENGTHS), 3)


def best_spread(logs: FloatArray) -> float:
    """How much people differ whose answers have ``log_likelihoods``."""
    return float(_SPREADS[np.argmax(_plausibilities(logs))])


def likely_spreads(logs: FloatArray) -> tuple[float, float]:
    """Between what the spread is, by the ratio of likelihoods; 0 if none is seen."""
    plausible = _plausibilities(logs)
    likely = _SPREADS[plausible > plausible.max() - _LIKELY]
    low = float(likely[0])
    return (0.0 if low == _SPREADS[0] else low), float(likely[-1])


def _plausibilities(logs: FloatArray) -> FloatArray:
    """Log-likelihoods of the spreads, with a wide half-normal prior (1)."""
    tops = logs.max(axis=1, keepdims=True)
    among = np.log(np.exp(logs - tops) @ _priors().T)
    plausible: FloatArray = among.sum(axis=0) - _SPREADS**2 / 2
    return plausible


@cache
def _priors() -> FloatArray:
    return np.exp([log_prior(spread) for spread in _SPREADS])


def log_prior(spread: float) -> FloatArray:
    """The logarithm of how probable each strength is among people, ``(K,)``."""
    log: FloatArray = -0.5 * (ABILITIES / spread) ** 2
    log -= np.log(np.exp(log).sum())
    return log


def normalised(logs: FloatArray) -> FloatArray:
    """Chances from their logarithms, which may be far from 0; rows add up to 1."""
    chances = np.exp(logs - logs.max(axis=-1, keepdims=True))
    normal: FloatArray = chances / chances.sum(axis=-1, keepdims=True)
    return normal
