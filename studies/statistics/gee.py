"""Generalised estimating equations over pairs: a person's answers belong together."""

import warnings
from dataclasses import dataclass
from math import nan
from typing import Any

import numpy as np
from scipy import stats

from studies.statistics.arrays import BoolArray, FloatArray, IntArray


@dataclass(frozen=True)
class GeeResult:
    """The arm's log odds ratio; all nan where it cannot be estimated."""

    log_odds_ratio: float
    error: float
    t: float
    p: float
    low: float
    high: float
    correlation: float
    """Of two answers of one person."""
    n_people: int
    n_pairs: int


def fit_gee(first: BoolArray, before: FloatArray, after: FloatArray) -> GeeResult:
    """Whether people of the first arm know more of what they had not known.

    ``first`` has one entry per person, the answers are ``(n_people, n_concepts)`` with
    nan for what was not asked. Working correlation exchangeable, bias-reduced
    covariance, t with people - 2 degrees of freedom.
    """
    is_pair = (before == 0) & np.isfinite(after)
    people, _ = np.nonzero(is_pair)
    right, arm = after[is_pair], first[people].astype(float)
    n_people = len(np.unique(people))
    if n_people < 4 or not _can_be_estimated(right, arm, people):
        return _nothing(n_people, len(right))
    fitted = _fit(right, arm, people)
    if fitted is None:
        return _nothing(n_people, len(right))
    return _result(fitted, n_people, len(right))


def _can_be_estimated(right: FloatArray, arm: FloatArray, people: IntArray) -> bool:
    """Whether both arms have right and wrong answers: else odds are 0 or infinite.

    And whether both have people who can differ: of one alone the error is singular.
    """
    n_people = [len(np.unique(people[arm == side])) for side in (0, 1)]
    return min(n_people) > 1 and all(
        np.any(right[arm == side] == verdict) for side in (0, 1) for verdict in (0, 1)
    )


def _fit(right: FloatArray, arm: FloatArray, people: Any) -> Any:
    # Loading statsmodels takes longer than most pages: only those who fit wait for it.
    from statsmodels.genmod.cov_struct import Exchangeable
    from statsmodels.genmod.families import Binomial
    from statsmodels.genmod.generalized_estimating_equations import GEE

    design = np.column_stack([np.ones_like(arm), arm])
    model = GEE(
        right, design, groups=people, family=Binomial(), cov_struct=Exchangeable()
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        fitted = model.fit(cov_type="bias_reduced")
    return fitted if fitted.converged and np.all(np.isfinite(fitted.bse)) else None


def _result(fitted: Any, n_people: int, n_pairs: int) -> GeeResult:
    estimate, error = float(fitted.params[1]), float(fitted.bse[1])
    spread = stats.t(n_people - 2)
    reach = float(spread.ppf(0.975)) * error
    return GeeResult(
        log_odds_ratio=estimate,
        error=error,
        t=estimate / error,
        p=float(2 * spread.sf(abs(estimate / error))),
        low=estimate - reach,
        high=estimate + reach,
        correlation=float(fitted.cov_struct.dep_params),
        n_people=n_people,
        n_pairs=n_pairs,
    )


def _nothing(n_people: int, n_pairs: int) -> GeeResult:
    return GeeResult(nan, nan, nan, nan, nan, nan, nan, n_people, n_pairs)
