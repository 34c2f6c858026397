"""The least bound that prices can give, and the prices that give it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter

import numpy as np

from teaching.distinct_rows import unique_rows
from teaching.history import History
from teaching.memory.base import FloatArray, check_horizon
from teaching.memory.half_life import HalfLifeModel, Theta
from teaching.pricing.goal import AREA, Goal
from teaching.pricing.programme import Programme
from teaching.pricing.states import list_states
from teaching.threads import one_thread

TEMPERATURES = (0.5, 0.05, 0.005, 0.001)
"""From smooth, where descent is fast, to nearly exact."""

SOFT_TEMPERATURES = (0.5, 0.2, 0.07)
"""For teaching towards what is recalled later. There the exact prices leave many
choices on a knife's edge, and a teacher by softer ones copes better with luck; the
softer, the more will be forgotten anyway. Found by simulation."""

MUCH_FORGOTTEN = 0.3
"""Of a concept, in steps' worth of its recall."""

_ROUNDING = 1e-12
_MOST_ITERATIONS = 150
_FIRST_GUESS = 0.3


@dataclass(frozen=True, eq=False)
class PriceBound:
    """No teacher exceeds ``upper_bound`` on average, whatever it does.

    It bounds the expected value of ``goal``: of the objective F, if none was given.
    ``prices`` has one number per step, in units of one concept's recall at one step.
    """

    upper_bound: float
    prices: FloatArray
    horizon: int
    no_repeat: bool
    goal: Goal


def price_bound(
    model: HalfLifeModel,
    horizon: int,
    *,
    no_repeat: bool = False,
    goal: Goal = AREA,
    n_each: Sequence[float] | None = None,
) -> PriceBound:
    """A bound on every teacher of ``model`` in ``horizon`` steps, for any theta.

    With ``no_repeat`` it bounds the teachers that never show a concept twice in a row;
    without, all. Where sessions differ in their concepts, ``n_each`` says how many of
    each of the model's rows they have on average, and the average over sessions is
    bounded.

    >>> from teaching import HalfLifeModel, optimal_value, price_bound
    >>> model = HalfLifeModel([(1, 0.5, 0), (2, 1, -1)])
    >>> bound = price_bound(model, 5).upper_bound
    >>> optimal_value(model, 5) <= bound <= 1.01 * optimal_value(model, 5)
    True
    """
    check_half_lives(model)
    check_horizon(History(model.n_concepts), horizon)
    numbers = _checked_numbers(model, n_each)
    programme = _programme(model.theta, numbers, int(horizon), no_repeat, goal)
    total, prices = min(_anneal(programme, TEMPERATURES), key=itemgetter(0))
    # Where little can be learnt, it is a small difference of large prices.
    rounding = _ROUNDING * (abs(total) + np.abs(prices).sum())
    share = (total + float(rounding)) / (sum(numbers) * int(horizon))
    return PriceBound(min(share, 1.0), prices, int(horizon), no_repeat, goal)


def _checked_numbers(
    model: HalfLifeModel, n_each: Sequence[float] | None
) -> tuple[float, ...]:
    """How many concepts each row of the model stands for: one, if nothing is said."""
    if n_each is None:
        return (1.0,) * model.n_concepts
    numbers = tuple(float(number) for number in n_each)
    are_right = np.isfinite(numbers).all() and min(numbers, default=0) > 0
    if len(numbers) != model.n_concepts or not are_right:
        raise ValueError(
            f"n_each must be a number above 0 for each of the {model.n_concepts} rows "
            f"of theta, got {n_each!r}"
        )
    return numbers


def _programme(
    theta: FloatArray,
    n_each: tuple[float, ...],
    horizon: int,
    no_repeat: bool,
    goal: Goal,
) -> Programme:
    kinds, numbers = unique_rows(theta)
    return Programme(
        kinds,
        np.bincount(numbers, weights=n_each).astype(np.float64),
        horizon,
        no_repeat=no_repeat and sum(n_each) > 1,
        goal=goal,
    )


def count_choices(model: HalfLifeModel, horizon: int, *, goal: Goal = AREA) -> int:
    """How many choices prices have to weigh: the time they take grows with it."""
    return list_states(unique_rows(model.theta)[0], horizon, goal).count_choices()


def prices_to_teach_by(
    model: HalfLifeModel,
    horizon: int,
    *,
    no_repeat: bool,
    goal: Goal,
    n_each: Sequence[float] | None = None,
) -> tuple[float, ...]:
    """The prices that a teacher goes by, remembered: they take a second or more.

    Where sessions differ in their concepts, those for ``n_each`` of each row serve
    them all: they make the average of the bounds of all sessions least.
    """
    theta = tuple(map(tuple, model.theta.tolist()))
    numbers = _checked_numbers(model, n_each)
    return _remembered_prices(theta, numbers, horizon, no_repeat, goal)


@lru_cache(maxsize=256)
def _remembered_prices(
    theta: tuple[Theta, ...],
    n_each: tuple[float, ...],
    horizon: int,
    no_repeat: bool,
    goal: Goal,
) -> tuple[float, ...]:
    programme = _programme(np.array(theta), n_each, horizon, no_repeat, goal)
    if not goal.later:
        best = min(_anneal(programme, TEMPERATURES), key=itemgetter(0))
        return tuple(best[1].tolist())
    *_, softer, (total, prices) = _anneal(programme, SOFT_TEMPERATURES)
    forgotten = horizon - total / programme.n_each.sum()
    chosen = softer[1] if forgotten > MUCH_FORGOTTEN else prices
    return tuple(chosen.tolist())


def check_half_lives(model: object) -> HalfLifeModel:
    """Refuse any memory but the half-life model, whose states are few."""
    if not isinstance(model, HalfLifeModel):
        raise ValueError(
            f"prices need a HalfLifeModel, whose states can be counted, "
            f"got {type(model).__name__}"
        )
    return model


def _anneal(
    programme: Programme, temperatures: tuple[float, ...]
) -> Iterator[tuple[float, FloatArray]]:
    """The exact D and its prices, where the smooth one is least, from soft to hard."""
    # Servers teach without scipy, which takes more memory than all the rest.
    from scipy.optimize import minimize

    from teaching.pricing.smooth import smooth_total

    prices = _FIRST_GUESS * np.arange(programme.horizon, 0.0, -1.0)
    for temperature in temperatures:
        with one_thread():
            prices = minimize(
                smooth_total,
                prices,
                args=(programme, temperature),
                jac=True,
                method="L-BFGS-B",
                options={"maxiter": _MOST_ITERATIONS, "maxcor": 20, "ftol": 1e-7},
            ).x
        yield programme.total(prices), prices
