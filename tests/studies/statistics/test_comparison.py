from dataclasses import replace

import numpy as np
import pytest

from studies.statistics.comparison import adjust, compare
from studies.statistics.permuting.interval import invert
from studies.statistics.permuting.permutation import permute_welch
from tests.studies.statistics.cases import random_arms

ARMS = random_arms(10, 4, seed=1)
VALUES = np.append(np.random.default_rng(1).random(38), [np.nan, np.nan])


def test_a_comparison_holds_what_its_test_says():
    test = permute_welch(ARMS, VALUES, seed=2)

    found = compare(ARMS, VALUES, seed=2)

    assert (found.p, found.t, found.interval) == (test.p, test.t, invert(test))
    assert found.narrow == invert(test, alpha=0.1)
    assert found.n_first + found.n_reference == 38
    assert found.difference == pytest.approx(found.mean_first - found.mean_reference)


def test_comparisons_with_one_reference_are_adjusted_together():
    one = compare(ARMS, VALUES, seed=2)
    three = {"LR": replace(one, p=0.01), "RR": replace(one, p=0.04)}
    small = replace(one, p=1.0, smallest_p=0.2)

    found = adjust({**three, "RD": small})

    assert found["LR"].holm == pytest.approx(0.02)
    assert found["RR"].holm == pytest.approx(0.04)
    assert np.isnan(found["RD"].holm)


def test_a_single_comparison_keeps_its_p():
    found = compare(ARMS, VALUES, seed=2)

    assert adjust({"LR": found})["LR"] == found


def test_an_arm_without_people_has_no_mean():
    found = compare(ARMS, np.where(ARMS.people_first, np.nan, VALUES), seed=2)

    assert found.n_first == 0
    assert np.isnan(found.mean_first)
    assert found.is_too_small
