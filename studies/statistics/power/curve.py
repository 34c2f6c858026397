"""How likely a study of some size is to find the differences between its arms.

Studies are drawn from a bank of imagined participants and tested with Welch's t, two
sides, Holm's adjustment over the comparisons with the reference.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from studies.statistics.arrays import BoolArray, FloatArray, IntArray
from studies.statistics.multiple import adjust_holm_each
from studies.statistics.permuting.permutation import ALPHA
from studies.statistics.permuting.studentised import studentise
from studies.statistics.power.bank import Bank, Plan

NORMAL = NormalDist()
# The number that 80 % need is then uncertain by 1 to 2 % for the luck of drawing them.
N_STUDIES = 6000
STUDIES_AT_ONCE = 500
N_SIZES = 8
TARGET = 0.8
SMALLEST, LARGEST = 10, 1000
LARGEST_OUTCOME = 1.0
"""Shares, and differences of shares."""


@dataclass(frozen=True, eq=False)
class Moments:
    """Of many samples: how many people have an outcome, their mean and variance."""

    n: FloatArray
    mean: FloatArray
    variance: FloatArray


@dataclass(frozen=True)
class PowerCurve:
    """The share of studies that find each comparison, by the size of the study.

    ``sizes`` are participants per arm, on average where arms have unequal sizes.
    ``power`` has a row for each arm that is compared with the reference.
    """

    sizes: tuple[int, ...]
    power: tuple[tuple[float, ...], ...]


def compute_curve(
    plan: Plan,
    bank: Bank,
    sizes: Sequence[int],
    *,
    n_studies: int = N_STUDIES,
    seed: int = 0,
) -> PowerCurve:
    """Draw ``n_studies`` studies of every size, and count what they find."""
    rng = np.random.default_rng(seed)
    found = [
        _find(plan, bank, sizes, min(STUDIES_AT_ONCE, n_studies - n_before), rng)
        for n_before in range(0, n_studies, STUDIES_AT_ONCE)
    ]
    power = np.concatenate(found, axis=1).mean(axis=1)
    return PowerCurve(tuple(sizes), tuple(map(tuple, power.tolist())))


def _find(
    plan: Plan,
    bank: Bank,
    sizes: Sequence[int],
    n_studies: int,
    rng: np.random.Generator,
) -> BoolArray:
    """Whether some studies find each comparison, ``(n_others, n_studies, n_sizes)``."""
    samples = [
        _draw_samples(scores, bank.shares, n_of_size, n_studies, rng)
        for scores, n_of_size in zip(bank.scores, arm_sizes(plan, sizes), strict=True)
    ]
    reference = samples[plan.reference]
    p_values = np.stack([welch_p(samples[arm], reference) for arm in plan.others])
    found: BoolArray = adjust_holm_each(p_values) < ALPHA
    return found


def arm_sizes(plan: Plan, sizes: Sequence[int]) -> IntArray:
    """How many people each arm has in a study of each size, ``(n_arms, n_sizes)``."""
    places = np.array([arm.n_places for arm in plan.arms])
    shares = places / places.mean()
    return np.maximum(1, np.rint(np.outer(shares, sizes)).astype(np.int64))


def choose_sizes(plan: Plan, bank: Bank) -> list[int]:
    """Sizes around what the comparisons need, that of the plan among them."""
    own = round(np.mean([arm.n_places for arm in plan.arms]))
    needed = [_rough_size(bank, arm, plan.reference) for arm in plan.others]
    within = [1.6 * size for size in needed if size <= LARGEST]
    # Where nothing is near, everything is tried before it is called not enough.
    top = min(LARGEST, max([*(within or [LARGEST]), 2.0 * own, 60.0]))
    sizes = [_round(n) for n in np.linspace(SMALLEST**0.5, top**0.5, N_SIZES) ** 2]
    nearest = min(range(N_SIZES), key=lambda number: abs(sizes[number] - own))
    sizes[nearest] = own
    return sorted(set(sizes))


def size_for(curve: PowerCurve, row: int, target: float = TARGET) -> int | None:
    """The size from which a comparison is found so often; None if none was enough.

    Between two sizes the normal score of power is straight in the root of the size.
    """
    sizes, powers = np.array(curve.sizes, dtype=float), np.array(curve.power[row])
    (enough,) = np.nonzero(powers >= target)
    if len(enough) == 0:
        return None
    first = int(enough[0])
    if first == 0:
        return int(sizes[0])
    between = np.clip(powers[first - 1 : first + 1], 1e-4, 1 - 1e-4)
    scores = [NORMAL.inv_cdf(power) for power in between]
    roots = np.sqrt(sizes[first - 1 : first + 1])
    share = (NORMAL.inv_cdf(target) - scores[0]) / (scores[1] - scores[0])
    root = roots[0] + np.clip(share, 0, 1) * (roots[1] - roots[0])
    return int(np.ceil(root**2 - 1e-9))


def welch_p(one: Moments, other: Moments) -> FloatArray:
    """Two-sided p-values of Welch's t; 1 where an arm has fewer than two people.

    Without any variance, a difference is certain and no difference is none.
    """
    # Only who computes power waits for scipy; servers show what was computed.
    from scipy import special

    errors = [m.variance / np.maximum(m.n, 1) for m in (one, other)]
    variance = errors[0] + errors[1]
    t = studentise(one.mean - other.mean, variance, LARGEST_OUTCOME)
    p: FloatArray = 2 * special.stdtr(_freedom(errors, (one, other)), -np.abs(t))
    return np.where((one.n < 2) | (other.n < 2), 1.0, p)


def _freedom(errors: Sequence[FloatArray], samples: Sequence[Moments]) -> FloatArray:
    """The degrees of freedom after Welch and Satterthwaite; 1 without any variance."""
    below = sum(
        error**2 / np.maximum(sample.n - 1, 1)
        for error, sample in zip(errors, samples, strict=True)
    )
    above = (errors[0] + errors[1]) ** 2
    return np.divide(above, below, out=np.ones_like(above), where=below > 0)


def _draw_samples(
    scores: FloatArray,
    shares: FloatArray,
    sizes: IntArray,
    n_studies: int,
    rng: np.random.Generator,
) -> Moments:
    """Samples of one arm, ``(n_studies, n_sizes)``.

    A larger study of a row begins with the people of the smaller ones: each size is a
    fair sample, and the curve is smooth.
    """
    shape = n_studies, int(sizes.max())
    people = np.searchsorted(np.cumsum(shares)[:-1], rng.random(shape), side="right")
    drawn = scores[people]
    is_there = np.isfinite(drawn)
    values = np.where(is_there, drawn, 0.0)
    last = sizes - 1
    n = np.cumsum(is_there, axis=1)[:, last].astype(np.float64)
    total = np.cumsum(values, axis=1)[:, last]
    squares = np.cumsum(values**2, axis=1)[:, last]
    mean = total / np.maximum(n, 1)
    variance = np.maximum(squares - n * mean**2, 0) / np.maximum(n - 1, 1)
    return Moments(n, mean, variance)


def _rough_size(bank: Bank, arm: int, reference: int) -> float:
    """About how many people per arm a single test needs for the usual power."""
    mean, variance = _mean_and_variance(bank, arm)
    reference_mean, reference_variance = _mean_and_variance(bank, reference)
    wanted = NORMAL.inv_cdf(1 - ALPHA / 2) + NORMAL.inv_cdf(TARGET)
    difference = max(abs(mean - reference_mean), 1e-6)
    return float(wanted**2 * (variance + reference_variance) / difference**2)


def _mean_and_variance(bank: Bank, arm: int) -> tuple[float, float]:
    mean = float(bank.mean(bank.scores)[arm])
    square = float(bank.mean(bank.scores**2)[arm])
    return mean, square - mean**2


def _round(size: float) -> int:
    step = 1 if size < 20 else 5 if size < 150 else 10
    return int(step * round(size / step))
