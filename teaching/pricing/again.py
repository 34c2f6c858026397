"""New prices for the rest of a session that has begun.

Prices of past steps are set so high that nothing can be shown there any more. Then what
a concept can still earn since its last showing is its worth in the same programme.
"""

import numpy as np

from teaching.distinct_rows import unique_rows
from teaching.history import History, IntArray
from teaching.memory.base import FloatArray
from teaching.memory.half_life import HalfLifeModel
from teaching.pricing.goal import Goal
from teaching.pricing.programme import Programme, Seen
from teaching.threads import one_thread

TEMPERATURES = {False: 0.005, True: 0.07}
"""By whether later recall counts; the second was found by simulation."""

_PAST = 1e4
_MOST_ITERATIONS = 60


def prices_again(
    model: HalfLifeModel,
    prices: tuple[float, ...],
    history: History,
    *,
    no_repeat: bool,
    goal: Goal,
) -> tuple[float, ...]:
    """``prices`` with those of the steps after ``history`` computed again.

    It takes about a tenth of a second.
    """
    from scipy.optimize import minimize

    from teaching.pricing.smooth import smooth_total

    kinds, labels = unique_rows(model.theta)
    unseen = [label for c, label in enumerate(labels) if c not in history.shown]
    n_left = np.bincount(unseen, minlength=len(kinds)).astype(np.float64)
    programme = Programme(kinds, n_left, len(prices), no_repeat=no_repeat, goal=goal)
    seen = _find_seen(programme, kinds, labels, history)
    n_past = len(history)

    def total(rest: FloatArray) -> tuple[float, FloatArray]:
        whole = np.concatenate([np.full(n_past, _PAST), rest])
        value, slopes = smooth_total(whole, programme, temperature, seen)
        return value - n_past * _PAST, slopes[n_past:]

    temperature = TEMPERATURES[bool(goal.later)]
    with one_thread():
        found = minimize(
            total,
            np.array(prices[n_past:]),
            jac=True,
            method="L-BFGS-B",
            options={"maxiter": _MOST_ITERATIONS, "maxcor": 20, "ftol": 1e-7},
        )
    return (*prices[:n_past], *found.x.tolist())


def _find_seen(
    programme: Programme, kinds: FloatArray, labels: IntArray, history: History
) -> Seen:
    states = programme.states
    counts = zip(states.kind, states.n_plus, states.n_minus, strict=True)
    numbers = {count: number for number, count in enumerate(counts)}
    steps, found = [], []
    for concept, (n_plus, n_minus, last) in history.shown.items():
        kind = labels[concept]
        heeds = kinds[kind, 0] != kinds[kind, 1]
        tally = (n_plus, n_minus) if heeds else (0, n_plus + n_minus)
        steps.append(last)
        found.append(numbers.get((kind, *tally), len(states)))
    return Seen(np.array(steps, dtype=np.int64), np.array(found, dtype=np.int64))
