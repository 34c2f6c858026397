"""How much better it is to show a concept now than later, at given prices."""

import math
from functools import lru_cache

import numpy as np

from teaching.history import NEVER_SHOWN, Tally
from teaching.memory.base import FloatArray
from teaching.memory.half_life import (
    LN2,
    Theta,
    expected_gain,
    forgetting_rate,
    states_of,
)
from teaching.pricing.goal import Goal
from teaching.pricing.programme import Programme


class Advantages(dict[Tally, list[float]]):
    """Of the concepts of one kind: by tally, then by step, made when needed.

    What is never forgotten has nothing to gain in the programme. It is valued by what
    one more showing gains, so that of well known concepts the weakest comes first.
    """

    def __init__(
        self, theta: Theta, prices: tuple[float, ...], *, no_repeat: bool, goal: Goal
    ) -> None:
        super().__init__()
        self._theta = theta
        self._goal = goal
        self._horizon = len(prices)
        self._prices = np.array(prices)
        self._programme = Programme(
            np.array([theta]),
            np.ones(1),
            self._horizon,
            no_repeat=no_repeat,
            goal=goal,
        )
        self._shown = self._programme.worth(self._prices).shown
        states = self._programme.states
        counts = zip(states.n_plus.tolist(), states.n_minus.tolist(), strict=True)
        self._numbers = {count: number for number, count in enumerate(counts)}

    def __missing__(self, tally: Tally) -> list[float]:
        past = np.zeros(tally[2] + 1)
        row: list[float] = np.concatenate([past, self._row(tally)]).tolist()
        self[tally] = row
        return row

    def _row(self, tally: Tally) -> FloatArray:
        """The advantage at each step after the last showing."""
        n_plus, n_minus, last = tally
        if tally == NEVER_SHOWN:
            first = self._programme.states.first.item()
            return _now_over_later(self._shown[1:, first] - self._prices, 0.0)
        a, b, _ = self._theta
        counts = (n_plus, n_minus) if a != b else (0, n_plus + n_minus)
        number = self._numbers.get(counts)
        if number is None:
            gains: FloatArray = self._gains(tally) - self._prices[last:]
            return gains
        return self._row_of_state(number, last)

    def _row_of_state(self, number: int, last: int) -> FloatArray:
        programme, states = self._programme, self._programme.states
        between = slice(1, self._horizon + 1 - last)
        failed = self._shown[last + 1 :, states.after_failure[number]]
        recalled = self._shown[last + 1 :, states.after_recall[number]]
        now = programme.until[between, number] - self._prices[last:]
        now += failed + programme.chance[between, number] * (recalled - failed)
        return _now_over_later(now, programme.last[last, number])

    def _gains(self, tally: Tally) -> FloatArray:
        """What one more showing gains at each step, if none follows."""
        return np.array([self._gain(tally, step) for step in self._steps(tally[2])])

    def _steps(self, last: int) -> range:
        return range(last + 1, self._horizon + 1)

    def _gain(self, tally: Tally, step: int) -> float:
        n_terms = self._horizon + 1 - step
        area = expected_gain(states_of(self._theta), tally, step, n_terms)
        later = self._horizon * self._later_gain(tally, step)
        return (1 - self._goal.later) * area + self._goal.later * later

    def _later_gain(self, tally: Tally, step: int) -> float:
        """The same for recall after the session."""
        n_plus, n_minus, last = tally
        now, recalled, failed = (
            LN2 * forgetting_rate(self._theta, *counts)
            for counts in (
                (n_plus, n_minus),
                (n_plus + 1, n_minus),
                (n_plus, n_minus + 1),
            )
        )
        end = self._horizon + self._goal.delay
        chance = math.exp((last - step) * now)
        # Of what is nearly certain, differences of losses lose no digits.
        after = chance * math.expm1((step - end) * recalled)
        after += (1 - chance) * math.expm1((step - end) * failed)
        return after - math.expm1((last - end) * now)


def _now_over_later(now: FloatArray, never: float) -> FloatArray:
    """What each step is better by than the best of the later ones, or none at all."""
    later = np.append(now[1:], never)
    best = np.maximum(np.maximum.accumulate(later[::-1])[::-1], never)
    advantage: FloatArray = now - best
    return advantage


advantages_of = lru_cache(maxsize=256)(Advantages)
"""Shared by all sessions of a design, as the states of a memory are."""
