"""The states of a concept that matter, for several kinds of concepts at once."""

import math
from dataclasses import dataclass

import numpy as np

from teaching.history import IntArray
from teaching.memory.base import FloatArray
from teaching.memory.half_life import LN2
from teaching.pricing.goal import Goal

NEGLIGIBLE = 1e-4
"""Of a recall: so little is forgotten over a whole session in a state for ever."""

MOST_STATES = 2_000_000

_LARGEST_LOG_RATE = 1000.0


@dataclass(frozen=True, eq=False)
class States:
    """Counts (n_plus, n_minus) of each kind, those with few showings first.

    All states that are kept longer than can matter are one, the last number, which
    nothing leaves: there a concept counts as never forgotten. ``after_recall`` and
    ``after_failure`` say where an answer leads, ``first`` where a kind begins. Where
    a = b the answers do not matter, and all showings count as failures.
    """

    kind: IntArray
    n_plus: IntArray
    n_minus: IntArray
    rate: FloatArray
    after_recall: IntArray
    after_failure: IntArray
    first: IntArray
    n_reachable: IntArray
    """How many states there can be after each step, counted from 0."""

    def __len__(self) -> int:
        return len(self.kind)

    def count_choices(self) -> int:
        """Of the step of a next showing, over all steps and states."""
        n_left = np.arange(len(self.n_reachable))[::-1]
        return int(n_left @ self.n_reachable)


def list_states(kinds: FloatArray, horizon: int, goal: Goal) -> States:
    """The states of ``kinds``, rows of theta, in a session of ``horizon`` steps."""
    kind, plus, minus = _count(kinds, horizon, _log_for_ever(horizon, goal))
    order = np.argsort(plus + minus, kind="stable")
    kind, plus, minus = kind[order], plus[order], minus[order]
    numbers = np.full((len(kinds), horizon + 2, horizon + 2), len(kind))
    numbers[kind, plus, minus] = np.arange(len(kind))
    heeds = (kinds[:, 0] != kinds[:, 1]).astype(np.int64)[kind]
    return States(
        kind,
        plus,
        minus,
        np.exp2(np.minimum(-_log_half_life(kinds[kind], plus, minus), 1000.0)),
        after_recall=numbers[kind, plus + heeds, minus + 1 - heeds],
        after_failure=numbers[kind, plus, minus + 1],
        first=numbers[:, 0, 1],
        n_reachable=np.searchsorted(plus + minus, np.arange(horizon + 1), "right"),
    )


def _log_for_ever(horizon: int, goal: Goal) -> float:
    """From which log2 of the half-life on a concept counts as never forgotten."""
    longest = horizon + (goal.delay if goal.later else 0)
    return math.log2(LN2 * longest / NEGLIGIBLE)


def _count(
    kinds: FloatArray, horizon: int, log_for_ever: float
) -> tuple[IntArray, IntArray, IntArray]:
    """Kind, recalls and failures of all states in which something is forgotten.

    The first answer always fails.
    """
    counts = np.arange(horizon + 1)
    plus, minus = np.meshgrid(counts, counts[1:], indexing="ij")
    possible = plus + minus <= horizon
    found = [
        possible & (log < log_for_ever) & ((plus == 0) | (row[0] != row[1]))
        for row in kinds
        for log in [_log_half_life(row, plus, minus)]
    ]
    kind, first, second = np.nonzero(np.array(found))
    if len(kind) > MOST_STATES:
        raise ValueError(
            f"{len(kinds)} kinds of concepts over {horizon} steps have too many "
            f"states: {len(kind):,}, and {MOST_STATES:,} are possible"
        )
    return kind, plus[first, second], minus[first, second]


def _log_half_life(
    theta: FloatArray, n_plus: IntArray, n_minus: IntArray
) -> FloatArray:
    log: FloatArray = theta[..., 0] * n_plus + theta[..., 1] * n_minus + theta[..., 2]
    return log
