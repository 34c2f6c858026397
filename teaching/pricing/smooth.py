"""The bound with soft choices, which has a gradient.

D is piecewise linear in the prices, and descent on it gets stuck in its kinks. A soft
maximum ``m log(sum(exp(x / m)))`` at temperature m in place of every maximum makes it
smooth. Then choices are chances, and the slope of D in a step's price is one, minus how
many concepts are expected to be shown at that step.
"""

import numpy as np
from scipy.special import expit, softmax

from teaching.memory.base import FloatArray
from teaching.pricing.programme import (
    NOTHING_SEEN,
    Ahead,
    Programme,
    Seen,
    next_showings,
)

_MOST_KEPT = 30_000_000


def smooth_total(
    prices: FloatArray,
    programme: Programme,
    temperature: float,
    seen: Seen = NOTHING_SEEN,
) -> tuple[float, FloatArray]:
    """The smooth D at ``prices``, and its slopes.

    Where a session has begun, ``programme`` counts what is unseen.
    """
    soft = _SoftPass(programme, prices, temperature, seen)
    total = prices.sum() + programme.n_each @ soft.unseen + soft.worth_of_seen()
    return float(total), soft.slopes()


class _SoftPass:
    """Worth from the last step to the first, then people from the first to the last."""

    def __init__(
        self,
        programme: Programme,
        prices: FloatArray,
        temperature: float,
        seen: Seen,
    ) -> None:
        self._seen = seen
        self._programme = programme
        self._prices = prices
        self._temperature = temperature
        paid_for = temperature * np.logaddexp(0.0, -prices / temperature)
        self._ahead = Ahead(programme, prices, paid_for)
        self._keeps = programme.n_choices <= _MOST_KEPT
        self._kept: dict[int, FloatArray] = {}
        for step in range(programme.horizon, 0, -1):
            self._settle(step)
        begins = self._ahead.unseen() / temperature
        never = np.zeros((1, begins.shape[1]))
        everything = np.vstack([begins, never])
        top = everything.max(axis=0)
        norm = np.exp(everything - top).sum(axis=0)
        self.unseen = temperature * (top + np.log(norm))
        self._begun = softmax(everything, axis=0)[:-1] * programme.n_each

    def _settle(self, step: int) -> None:
        weights = self._ahead.options(step)
        last = self._programme.last[step, : weights.shape[1]]
        top = weights.max(axis=0, initial=-np.inf)
        np.maximum(top, last, out=top)
        self._to_weights(weights, top)
        norm = weights.sum(axis=0) + np.exp((last - top) / self._temperature)
        worth = top + self._temperature * np.log(norm)
        self._ahead.settle(step, worth)
        if self._keeps:
            weights /= norm
            self._kept[step] = weights

    def _to_weights(self, options: FloatArray, level: FloatArray) -> None:
        options -= level
        options /= self._temperature
        np.exp(options, out=options)

    def _chances(self, step: int) -> FloatArray:
        """Of each next showing after one at ``step``, by step and state."""
        if step in self._kept:
            return self._kept[step]
        weights = self._ahead.options(step)
        self._to_weights(weights, self._ahead.shown[step, : weights.shape[1]])
        return weights

    def worth_of_seen(self) -> float:
        """What the concepts that were shown before can still earn."""
        return float(self._ahead.shown[self._seen.steps, self._seen.states].sum())

    def slopes(self) -> FloatArray:
        """Of D in each price."""
        states = self._programme.states
        n_shown, n_lost = self._flow()
        n_shown += self._begun.sum(axis=1)
        n_lost += self._begun[:, states.first == len(states)].sum(axis=1)
        kept = self._seen.steps[self._seen.states == len(states)]
        np.add.at(n_lost, kept - 1, 1.0)
        n_kept = np.cumsum(n_lost) - n_lost
        also_shown = n_kept * expit(-self._prices / self._temperature)
        slopes: FloatArray = 1.0 - n_shown - also_shown
        return slopes

    def _flow(self) -> tuple[FloatArray, FloatArray]:
        """How many are shown again at each step, and never forgotten from there on."""
        programme, states = self._programme, self._programme.states
        shape = programme.horizon + 1, len(states)
        shown, recalled = np.zeros(shape), np.zeros(shape)
        arrived = np.zeros((programme.horizon + 1, len(states) + 1))
        for kind, first in enumerate(states.first):
            arrived[1:, first] += self._begun[:, kind]
        np.add.at(arrived, (self._seen.steps, self._seen.states), 1.0)
        arrived[:, -1] = 0.0
        for step in range(1, programme.horizon + 1):
            np.add.at(arrived[step], states.after_recall, recalled[step])
            failed = shown[step] - recalled[step]
            np.add.at(arrived[step], states.after_failure, failed)
            n_states = states.n_reachable[step]
            between, later = next_showings(programme, step)
            moved = self._chances(step) * arrived[step, :n_states]
            shown[later, :n_states] += moved
            moved *= programme.chance[between, :n_states]
            recalled[later, :n_states] += moved
        return shown[1:].sum(axis=1), arrived[1:, -1]
