"""The arms compared given the prequiz, judged by the same shuffles."""

import numpy as np

from studies.statistics.arrays import FloatArray
from studies.statistics.permuting.permutation import (
    PermutationTest,
    Statistic,
    run_test,
)
from studies.statistics.permuting.places import TwoArms
from studies.statistics.permuting.shuffles import N_DRAWS
from studies.statistics.permuting.studentised import Studentised

_NOTHING = 1e-9


def permute_ancova(
    arms: TwoArms,
    values: FloatArray,
    prequiz: FloatArray,
    *,
    seed: int,
    n_draws: int = N_DRAWS,
) -> PermutationTest:
    """The arm's coefficient beside ``prequiz``, over its robust (HC2) error.

    Without differences in ``prequiz`` it is Welch's t exactly.
    """
    is_analysed = np.isfinite(values) & np.isfinite(prequiz)
    people = arms.of_people(is_analysed)
    basis = _basis(prequiz[is_analysed])
    own = _beside(people.people_first.astype(float), basis)
    kept = _beside(values[is_analysed], basis)
    has_both = own @ own > _NOTHING
    difference = float(own @ kept / (own @ own)) if has_both else float("nan")
    base = kept - difference * own if has_both else np.zeros_like(kept)
    statistic = _ancova_statistic(people, base, own, basis)
    return run_test(people, base, difference, statistic, seed=seed, n_draws=n_draws)


def _basis(prequiz: FloatArray) -> FloatArray:
    """Orthonormal columns for the intercept and, if it varies, the prequiz."""
    n = len(prequiz)
    constant = np.full((n, 1), n**-0.5 if n else 0.0)
    centred = prequiz - prequiz.mean() if n else prequiz
    length = float(np.linalg.norm(centred))
    if length <= _NOTHING:
        return constant
    return np.column_stack([constant, centred / length])


def _beside(values: FloatArray, basis: FloatArray) -> FloatArray:
    """What of ``values``, along the last axis, the basis does not explain."""
    return values - (values @ basis) @ basis.T


def _ancova_statistic(
    people: TwoArms, base: FloatArray, own: FloatArray, basis: FloatArray
) -> Statistic:
    leverage = (basis**2).sum(axis=1)

    def statistic(labels: FloatArray) -> Studentised:
        chosen = labels[:, people.places]
        n_first = chosen.sum(axis=1)
        arm = _beside(chosen, basis)
        size = (arm**2).sum(axis=1)
        enough = (n_first >= 2) & (len(base) - n_first >= 2) & (size > _NOTHING)
        arm /= np.where(enough, size, 1.0)[:, None]
        level, slope = arm @ base, arm @ own
        return Studentised(
            level, slope, *_robust(arm, size, level, slope, base, own, leverage)
        ).where(enough)

    return statistic


def _robust(
    arm: FloatArray,
    size: FloatArray,
    level: FloatArray,
    slope: FloatArray,
    base: FloatArray,
    own: FloatArray,
    leverage: FloatArray,
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """HC2: squared residuals over 1 - leverage, as polynomial of the shift."""
    whole = arm * size[:, None]
    free = 1 - leverage - arm * whole
    weight = np.where(free > _NOTHING, arm**2 / np.maximum(free, _NOTHING), 0.0)
    left, turned = base - level[:, None] * whole, own - slope[:, None] * whole
    return (
        (weight * left**2).sum(axis=1),
        (weight * left * turned).sum(axis=1),
        (weight * turned**2).sum(axis=1),
    )
