"""Two arms compared: everything that is said of them, from one round of shuffles."""

from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

import numpy as np

from studies.statistics import equivalence
from studies.statistics.arrays import BoolArray, FloatArray
from studies.statistics.multiple import adjust_holm
from studies.statistics.permuting.interval import Interval, invert
from studies.statistics.permuting.permutation import (
    ALPHA,
    PermutationTest,
    permute_welch,
)
from studies.statistics.permuting.places import TwoArms
from studies.statistics.permuting.shuffles import N_DRAWS


@dataclass(frozen=True)
class Comparison:
    """The first arm against the reference."""

    n_first: int
    n_reference: int
    mean_first: float
    mean_reference: float
    difference: float
    t: float
    p: float
    holm: float
    """p adjusted for the comparisons made together; p itself if there is only one."""
    interval: Interval
    """Of 95 %, not adjusted."""
    narrow: Interval
    """Of 90 %, for equivalence."""
    smallest_p: float
    n_shuffles: int
    is_exact: bool

    @property
    def is_too_small(self) -> bool:
        """Whether there are too few people to test."""
        return self.smallest_p > ALPHA

    @property
    def simulation_error(self) -> float:
        """By how much p would differ with other shuffles; 0 if all were looked at."""
        if self.is_exact:
            return 0.0
        return sqrt(self.p * (1 - self.p) / self.n_shuffles)


def compare(
    arms: TwoArms, values: FloatArray, *, seed: int, n_draws: int = N_DRAWS
) -> Comparison:
    """The main test of ``values``, one per person allocated, nan if not analysed."""
    test = permute_welch(arms, values, seed=seed, n_draws=n_draws)
    return describe(test, arms, values)


def describe(test: PermutationTest, arms: TwoArms, values: FloatArray) -> Comparison:
    """What ``test`` says, beside what the arms have."""
    p = test.p
    return Comparison(
        **_arm(arms.people_first, values, "first"),
        **_arm(~arms.people_first, values, "reference"),
        difference=test.difference,
        t=test.t,
        p=p,
        holm=p,
        interval=invert(test),
        narrow=invert(test, alpha=equivalence.ALPHA),
        smallest_p=test.smallest_p,
        n_shuffles=test.n_shuffles,
        is_exact=test.is_exact,
    )


def adjust(comparisons: dict[str, Comparison]) -> dict[str, Comparison]:
    """The comparisons of several arms with one reference, each with Holm's p.

    Those too small to test do not count.
    """
    p_values = [np.nan if one.is_too_small else one.p for one in comparisons.values()]
    return {
        name: replace(one, holm=holm)
        for (name, one), holm in zip(
            comparisons.items(), adjust_holm(p_values), strict=True
        )
    }


def _arm(is_in: BoolArray, values: FloatArray, name: str) -> dict[str, Any]:
    own = values[is_in & np.isfinite(values)]
    mean = float(own.mean()) if len(own) else float("nan")
    return {f"n_{name}": len(own), f"mean_{name}": mean}
