"""What concepts are worth when every showing has its price.

Nothing is learnt about a concept while it is not shown. So when it has been shown, the
step of its next showing can be chosen at once, and the dynamic programme runs from
showing to showing: ``shown[t, j]`` is the best that a concept just shown at step t, now
in state j, can still earn. Steps are counted from 1; row 0 of every table is unused.
"""

from typing import NamedTuple

import numpy as np

from teaching.history import IntArray
from teaching.memory.base import FloatArray
from teaching.memory.half_life import LN2
from teaching.pricing.goal import Goal
from teaching.pricing.states import list_states

MOST_CHOICES = 1_000_000_000


class Worth(NamedTuple):
    """Of a concept just shown, and of one that was never shown, at given prices."""

    shown: FloatArray
    """By step and state, the last state being the one that is never forgotten."""
    unseen: FloatArray
    """By kind."""


class Seen(NamedTuple):
    """Concepts that were shown before: when last, and the number of their state."""

    steps: IntArray
    states: IntArray


NOTHING_SEEN = Seen(np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64))


class Programme:
    """All kinds of a design, stacked; ``n_each`` is how many concepts each has."""

    def __init__(
        self,
        kinds: FloatArray,
        n_each: FloatArray,
        horizon: int,
        *,
        no_repeat: bool,
        goal: Goal,
    ) -> None:
        self.n_each = n_each
        self.horizon = horizon
        self.states = list_states(kinds, horizon, goal)
        self.n_choices = self._count_choices()
        self.gap = 2 if no_repeat else 1
        self._set_rewards(goal)

    def _count_choices(self) -> int:
        n_choices = self.states.count_choices()
        if n_choices > MOST_CHOICES:
            raise ValueError(
                f"prices for {self.horizon} steps and {len(self.n_each)} kinds of "
                f"concepts need {n_choices:,} choices to be weighed, and only "
                f"{MOST_CHOICES:,} are possible; a shorter session needs fewer"
            )
        return n_choices

    def _set_rewards(self, goal: Goal) -> None:
        steps = np.arange(self.horizon + 1)[:, None]
        area, later = 1 - goal.later, goal.later * self.horizon
        rate = self.states.rate
        decay = LN2 * rate
        sums = np.exp(-decay) * np.expm1(-decay * (steps + 1)) / np.expm1(-decay)
        until_end = self.horizon + goal.delay - steps
        self.chance = np.exp2(-steps * rate)
        """Of recall, by the steps since the last showing."""
        self.until = area * np.vstack([np.zeros_like(rate), sums[:-1]])
        """Earned from a showing to the next, by the steps between them."""
        self.last = area * sums[::-1] + later * np.exp2(-until_end * rate)
        """Earned from the last showing to the end, by its step."""
        self.last_if_kept = area * (self.horizon + 1 - steps[:, 0]) + later

    def total(self, prices: FloatArray) -> float:
        """The bound D on n T times the goal of any teacher, for any prices."""
        return float(prices.sum() + self.n_each @ self.worth(prices).unseen)

    def worth(self, prices: FloatArray) -> Worth:
        """The worth of every state with the best choices."""
        ahead = Ahead(self, prices, np.maximum(-prices, 0.0))
        for step in range(self.horizon, 0, -1):
            options = ahead.options(step)
            last = self.last[step, : options.shape[1]]
            best = options.max(axis=0, initial=-np.inf)
            ahead.settle(step, np.maximum(best, last))
        return Worth(ahead.shown, ahead.unseen().max(axis=0, initial=0.0))


class Ahead:
    """The table of worth, filled from the last step to the first.

    The state that is never forgotten has its worth from the start: all recall there
    can be, and what showing it brings where it is ``paid_for``, prices being negative.
    """

    def __init__(
        self, programme: Programme, prices: FloatArray, paid_for: FloatArray
    ) -> None:
        self._programme = programme
        self._prices = prices
        n_steps, n_states = programme.horizon + 1, len(programme.states)
        self.shown = np.zeros((n_steps, n_states + 1))
        still_paid = np.concatenate([np.cumsum(paid_for[::-1])[::-1], [0.0]])
        self.shown[:, -1] = programme.last_if_kept + still_paid
        self._failed = np.zeros((n_steps, n_states))
        self._rise = np.zeros((n_steps, n_states))

    def options(self, step: int) -> FloatArray:
        """What each next showing earns after one at ``step``, by step and state."""
        programme = self._programme
        n_states = programme.states.n_reachable[step]
        between, later = next_showings(programme, step)
        options = programme.chance[between, :n_states] * self._rise[later, :n_states]
        options += programme.until[between, :n_states]
        options += self._failed[later, :n_states]
        return options

    def settle(self, step: int, worth: FloatArray) -> None:
        """Set the worth after a showing at ``step`` of all states there can be."""
        states = self._programme.states
        self.shown[step, : len(worth)] = worth
        failed = self.shown[step, states.after_failure]
        self._failed[step] = failed - self._prices[step - 1]
        self._rise[step] = self.shown[step, states.after_recall] - failed

    def unseen(self) -> FloatArray:
        """What each first showing earns, by step and kind."""
        first = self.shown[1:, self._programme.states.first]
        return first - self._prices[:, None]


def next_showings(programme: Programme, step: int) -> tuple[slice, slice]:
    """The steps between one at ``step`` and the next, and where these are."""
    gap, end = programme.gap, programme.horizon + 1
    return slice(gap, max(gap, end - step)), slice(min(step + gap, end), end)
