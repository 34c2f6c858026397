"""The interval that belongs to a permutation test: all shifts it does not reject."""

from dataclasses import dataclass
from math import inf, isfinite

from studies.statistics.permuting.permutation import ALPHA, PermutationTest

_N_HALVINGS = 60
_N_DOUBLINGS = 100


@dataclass(frozen=True)
class Interval:
    """From ``low`` to ``high``; infinite on a side where nothing is rejected."""

    low: float
    high: float
    level: float = 1 - ALPHA

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high


def invert(test: PermutationTest, *, alpha: float = ALPHA) -> Interval:
    """The shifts that ``test`` does not reject at ``alpha``, with its own shuffles.

    No shift is inside that contradicts the p-value: 0 is inside exactly if p > alpha.
    """
    if test.smallest_p > alpha or not isfinite(test.difference):
        return Interval(-inf, inf, 1 - alpha)
    below, above = (_edge(test, side, alpha) for side in (1, -1))
    return Interval(test.difference - below, test.difference + above, 1 - alpha)


def _edge(test: PermutationTest, side: int, alpha: float) -> float:
    """How far from the difference, on one side, shifts are not rejected."""
    inside, outside = _bracket(test, side, alpha)
    if outside == inf:
        return inf
    for _ in range(_N_HALVINGS):
        middle = (inside + outside) / 2
        if test.p_off(side * middle) <= alpha:
            outside = middle
        else:
            inside = middle
    return inside


def _bracket(test: PermutationTest, side: int, alpha: float) -> tuple[float, float]:
    """A distance that is not rejected, and a longer one that is.

    No difference at all is tried first, so that bisection cannot pass it by.
    """
    inside, step = 0.0, _first_step(test)
    to_zero = side * test.difference
    if to_zero > 0:
        if test.p_off(side * to_zero) <= alpha:
            return inside, to_zero
        inside = to_zero
    for _ in range(_N_DOUBLINGS):
        if test.p_off(side * (inside + step)) <= alpha:
            return inside, inside + step
        inside, step = inside + step, 2 * step
    return inside, inf


def _first_step(test: PermutationTest) -> float:
    error = float(test.observed.variance[0]) ** 0.5
    return 2 * error or max(abs(test.difference), 1e-6)
