"""The main test: Welch's t, judged by shuffles within the blocks of the allocation."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from studies.statistics.arrays import BoolArray, FloatArray
from studies.statistics.permuting.places import TwoArms
from studies.statistics.permuting.shuffles import N_DRAWS, Shuffles
from studies.statistics.permuting.studentised import Studentised, join

ALPHA = 0.05
# Equal statistics of different shuffles differ by rounding. Without this a third of the
# exact ties would be lost.
TIE = 1e-9

Statistic = Callable[[FloatArray], Studentised]
Polynomial = tuple[FloatArray, ...]


@dataclass(frozen=True)
class PermutationTest:
    """A difference of two arms among all the differences that shuffles make.

    Every question about a shift is about the values after ``shift`` is subtracted from
    those of the first arm.
    """

    difference: float
    """What the first arm has more, as it was observed."""
    t: float
    """The statistic as it was observed."""
    n_shuffles: int
    is_exact: bool
    """Whether all distinct shuffles were looked at, not a sample."""
    smallest_p: float
    """The smallest p-value that any values of these people could have had."""
    spread: float = field(repr=False)
    observed: Studentised = field(repr=False)
    shuffled: Studentised = field(repr=False)
    shuffles: Shuffles = field(repr=False)

    @property
    def p(self) -> float:
        """How rare the difference is if the arms make none."""
        return self.p_at(0.0)

    @property
    def is_too_small(self) -> bool:
        """Whether there are too few people to test."""
        return self.smallest_p > ALPHA

    def p_at(self, shift: float) -> float:
        """How rare the values are if the first arm adds ``shift``."""
        return self.p_off(self.difference - shift)

    def p_off(self, distance: float) -> float:
        """The p-value of the shift that is ``distance`` below the difference."""
        if np.isnan(distance):
            return 1.0
        observed = abs(float(self.observed.t(distance, self.spread)[0]))
        reached = np.abs(self.shuffled.t(distance, self.spread)) >= _bar(observed)
        return self.shuffles.share(int(reached.sum()), self.n_shuffles)


def permute_welch(
    arms: TwoArms, values: FloatArray, *, seed: int, n_draws: int = N_DRAWS
) -> PermutationTest:
    """Welch's t of ``values``, one per person allocated, nan if not analysed."""
    is_analysed = np.isfinite(values)
    people = arms.of_people(is_analysed)
    kept = values[is_analysed]
    difference = _mean(kept[people.people_first]) - _mean(kept[~people.people_first])
    base = _without(kept, people.people_first, difference)
    statistic = welch_statistic(people, base)
    return run_test(people, base, difference, statistic, seed=seed, n_draws=n_draws)


def run_test(
    people: TwoArms,
    base: FloatArray,
    difference: float,
    statistic: Statistic,
    *,
    seed: int,
    n_draws: int = N_DRAWS,
) -> PermutationTest:
    """The test of a ``statistic`` of labels, for people who are all analysed.

    ``base`` are their values without the observed ``difference``.
    """
    shuffles = Shuffles(people, seed, n_draws)
    own = people.is_first.astype(float)
    parts, n_same = [], 0
    for labels in shuffles.labels():
        parts.append(statistic(labels))
        n_same += int(_splits_people_alike(people, labels).sum())
    shuffled, observed = join(parts), statistic(own[None, :])
    spread = float(np.mean(base**2)) if len(base) else 0.0
    n_shuffles = len(shuffled.difference)
    can_differ = _has_two_of_each(people)
    return PermutationTest(
        difference=difference,
        t=float(observed.t(difference, spread)[0]) if can_differ else 0.0,
        n_shuffles=n_shuffles,
        is_exact=shuffles.is_exact,
        smallest_p=shuffles.share(n_same, n_shuffles) if can_differ else 1.0,
        spread=spread,
        observed=observed,
        shuffled=shuffled,
        shuffles=shuffles,
    )


def welch_statistic(people: TwoArms, base: FloatArray) -> Statistic:
    """Welch's t of labels, from sums over places that are made once."""
    own = people.people_first.astype(float)
    columns = (np.ones_like(base), base, base**2, own, own * base)
    sums = np.column_stack([people.per_place(column) for column in columns])
    totals = sums.sum(axis=0)

    def statistic(labels: FloatArray) -> Studentised:
        first = labels @ sums
        return _welch(first, totals - first)

    return statistic


def _welch(first: FloatArray, second: FloatArray) -> Studentised:
    is_valid = (first[:, 0] >= 2) & (second[:, 0] >= 2)
    means, spreads = zip(_moments(first), _moments(second), strict=True)
    (level_1, slope_1), (level_2, slope_2) = means
    return Studentised(
        level_1 - level_2,
        slope_1 - slope_2,
        *(a + b for a, b in zip(*spreads, strict=True)),
    ).where(is_valid)


def _moments(sums: FloatArray) -> tuple[Polynomial, Polynomial]:
    """An arm's mean, and the mean's variance, as polynomials of the shift."""
    n, total, square, own, cross = sums.T
    n = np.maximum(n, 2)
    mean, share = total / n, own / n
    over = n * (n - 1)
    spreads = (square - total * mean, cross - own * mean, own * (1 - share))
    return (mean, share), tuple(spread / over for spread in spreads)


def _bar(observed: float) -> float:
    """What a shuffle must reach to count."""
    if np.isinf(observed):
        return observed
    return observed - TIE * max(1.0, observed)


def _splits_people_alike(people: TwoArms, labels: FloatArray) -> BoolArray:
    """Whether a shuffle parts the people as the allocation did, or mirrored."""
    is_held = people.per_place(np.ones(len(people.places))) > 0
    held, own = labels[:, is_held], people.is_first[is_held].astype(float)
    n_moved = own.sum() + held @ (1 - 2 * own)
    return np.isin(n_moved, (0, len(own)))


def _has_two_of_each(people: TwoArms) -> bool:
    n_first = int(people.people_first.sum())
    return min(n_first, len(people.places) - n_first) >= 2


def _mean(values: FloatArray) -> float:
    return float(values.mean()) if len(values) else float("nan")


def _without(values: FloatArray, first: BoolArray, difference: float) -> FloatArray:
    """Values with the difference taken from the first arm, around 0."""
    if not np.isfinite(difference):
        return np.zeros_like(values)
    base: FloatArray = values - difference * first
    return base - float(base.mean())
