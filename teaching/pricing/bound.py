"""The least bound that prices can give, and the prices that give it."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from scipy.optimize import minimize

from teaching.distinct_rows import unique_rows
from teaching.history import History
from teaching.memory.base import FloatArray, check_horizon
from teaching.memory.half_life import HalfLifeModel, Theta
from teaching.pricing.goal import AREA, Goal
from teaching.pricing.programme import Programme
from teaching.pricing.smooth import smooth_total

TEMPERATURES = (0.5, 0.05, 0.005, 0.001)
"""From smooth, where descent is fast, to nearly exact."""

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
) -> PriceBound:
    """A bound on every teacher of ``model`` in ``horizon`` steps, for any theta.

    With ``no_repeat`` it bounds the teachers that never show a concept twice in a row;
    without, all.
    """
    check_half_lives(model)
    check_horizon(History(model.n_concepts), horizon)
    kinds, numbers = unique_rows(model.theta)
    programme = Programme(
        kinds,
        np.bincount(numbers).astype(np.float64),
        int(horizon),
        no_repeat=no_repeat and model.n_concepts > 1,
        goal=goal,
    )
    total, prices = _minimise(programme)
    share = total / (model.n_concepts * int(horizon)) * (1 + _ROUNDING)
    return PriceBound(min(share, 1.0), prices, int(horizon), no_repeat, goal)


def prices_of(
    model: HalfLifeModel, horizon: int, *, no_repeat: bool, goal: Goal
) -> tuple[float, ...]:
    """The prices of ``price_bound``, remembered."""
    theta = tuple(map(tuple, model.theta.tolist()))
    return _remembered_prices(theta, horizon, no_repeat, goal)


@lru_cache(maxsize=256)
def _remembered_prices(
    theta: tuple[Theta, ...], horizon: int, no_repeat: bool, goal: Goal
) -> tuple[float, ...]:
    model = HalfLifeModel(theta)
    bound = price_bound(model, horizon, no_repeat=no_repeat, goal=goal)
    return tuple(bound.prices.tolist())


def check_half_lives(model: object) -> HalfLifeModel:
    """Refuse any memory but the half-life model, whose states are few."""
    if not isinstance(model, HalfLifeModel):
        raise ValueError(
            f"prices need a HalfLifeModel, whose states can be counted, "
            f"got {type(model).__name__}"
        )
    return model


def _minimise(programme: Programme) -> tuple[float, FloatArray]:
    """The least D found, and its prices; any prices would give a bound."""
    prices = _FIRST_GUESS * np.arange(programme.horizon, 0.0, -1.0)
    best = programme.total(prices), prices
    for temperature in TEMPERATURES:
        prices = minimize(
            smooth_total,
            prices,
            args=(programme, temperature),
            jac=True,
            method="L-BFGS-B",
            options={"maxiter": _MOST_ITERATIONS, "maxcor": 20, "ftol": 1e-9},
        ).x
        best = min(best, (programme.total(prices), prices), key=lambda pair: pair[0])
    return best
