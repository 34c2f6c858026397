from math import inf, isfinite

import numpy as np
import pytest
from hypothesis import given, seed, settings
from hypothesis import strategies as st
from scipy import stats

from studies.statistics.permuting.interval import invert
from studies.statistics.permuting.permutation import permute_welch
from studies.statistics.permuting.places import TwoArms
from tests.studies.statistics import reference
from tests.studies.statistics.cases import cases, random_arms

ALPHAS = st.sampled_from([0.05, 0.1, 0.3])


@seed(2)
@settings(max_examples=100, deadline=None, database=None)
@given(cases(), ALPHAS)
def test_zero_is_inside_exactly_if_the_test_does_not_reject_it(case, alpha):
    test = permute_welch(case.arms, case.array, seed=0)

    assert (0 in invert(test, alpha=alpha)) is (test.p > alpha)


@seed(3)
@settings(max_examples=60, deadline=None, database=None)
@given(st.integers(0, 10**6), st.floats(-0.3, 0.3), ALPHAS)
def test_drawn_shuffles_never_contradict_the_interval_either(number, effect, alpha):
    rng = np.random.default_rng(number)
    arms = random_arms(9, 4, seed=number)
    values = rng.binomial(15, 0.5, 36) / 15 + effect * arms.is_first
    test = permute_welch(arms, values, seed=number, n_draws=199)

    assert (0 in invert(test, alpha=alpha)) is (test.p > alpha)


@seed(4)
@settings(max_examples=100, deadline=None, database=None)
@given(cases(), st.integers(-8, 8))
def test_the_p_value_of_a_shift_is_that_of_values_shifted_back(case, eighths):
    shift = reference.Fraction(eighths, 8)
    rows = (case.blocks, case.is_first, case.places)
    moved = reference.shifted(case.is_first, case.places, case.values, shift)

    found = permute_welch(case.arms, case.array, seed=0).p_at(float(shift))

    assert found == pytest.approx(float(reference.exact_p(*rows, moved)), abs=1e-12)


def test_just_inside_is_not_rejected_and_just_outside_is():
    values = np.random.default_rng(5).random(80)
    test = permute_welch(random_arms(20, 4, seed=5), values, seed=5)
    found = invert(test)

    p = [test.p_at(edge) for edge in (found.low + 1e-7, found.high - 1e-7)]
    beyond = [test.p_at(edge) for edge in (found.low - 1e-7, found.high + 1e-7)]

    assert min(p) > 0.05 >= max(beyond)


def test_in_large_studies_it_is_near_to_welchs_interval():
    rng = np.random.default_rng(6)
    arms = random_arms(100, 4, seed=6)
    values = rng.normal(size=400) * (1 + arms.is_first) + 0.5 * arms.is_first
    first = arms.people_first
    welch = stats.ttest_ind(values[first], values[~first], equal_var=False)
    expected = welch.confidence_interval()

    found = invert(permute_welch(arms, values, seed=6))

    assert found.low == pytest.approx(expected.low, abs=0.04)
    assert found.high == pytest.approx(expected.high, abs=0.04)


def test_it_moves_with_the_first_arm():
    values = np.random.default_rng(7).random(80)
    arms = random_arms(20, 4, seed=7)

    plain = invert(permute_welch(arms, values, seed=7))
    moved = invert(permute_welch(arms, values + 10 * arms.is_first, seed=7))

    assert moved.low == pytest.approx(plain.low + 10, abs=1e-6)
    assert moved.high == pytest.approx(plain.high + 10, abs=1e-6)


def test_too_few_people_leave_everything_possible():
    arms = random_arms(5, 2, seed=8)

    found = invert(permute_welch(arms, 1.0 * arms.is_first, seed=8))

    assert (found.low, found.high) == (-inf, inf)


def test_constant_arms_are_known_exactly():
    arms = TwoArms(np.zeros(12, int), np.arange(12) < 6, np.arange(12))

    found = invert(permute_welch(arms, 0.25 * arms.is_first, seed=9))

    assert found.low == pytest.approx(0.25)
    assert found.high == pytest.approx(0.25)


def test_a_lower_level_gives_a_narrower_interval():
    values = np.random.default_rng(10).random(80)
    test = permute_welch(random_arms(20, 4, seed=10), values, seed=10)

    wide, narrow = invert(test), invert(test, alpha=0.1)

    assert wide.low < narrow.low < test.difference < narrow.high < wide.high
    assert narrow.level == pytest.approx(0.9)
    assert isfinite(wide.low)
