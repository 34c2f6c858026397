import numpy as np
import pytest
from hypothesis import given, seed, settings
from scipy import stats

from studies.statistics.permutation import permute_welch
from studies.statistics.places import TwoArms
from studies.statistics.shuffles import N_DRAWS
from tests.studies.statistics import reference
from tests.studies.statistics.cases import cases, random_arms


@seed(1)
@settings(max_examples=300, deadline=None, database=None)
@given(cases())
def test_p_is_the_exact_share_of_all_shuffles(case):
    found = permute_welch(case.arms, case.array, seed=0)

    assert found.is_exact
    assert found.p == pytest.approx(
        float(reference.exact_p(case.blocks, case.is_first, case.places, case.values)),
        abs=1e-12,
    )


def test_the_statistic_is_welchs():
    rng = np.random.default_rng(3)
    arms, values = random_arms(10, 4, seed=3), rng.random(40)
    first = arms.people_first

    expected = stats.ttest_ind(values[first], values[~first], equal_var=False)

    assert permute_welch(arms, values, seed=0).t == pytest.approx(expected.statistic)


def test_drawn_shuffles_come_near_to_all_shuffles():
    values = np.random.default_rng(4).integers(0, 15, 16) / 15
    arms = TwoArms(np.repeat([0, 1], 8), np.tile([True, False], 8), np.arange(16))
    # Four empty places change no p-value, but make too many shuffles to enumerate.
    blocks, labels = (
        np.append(arms.blocks, [2] * 4),
        np.append(arms.is_first, [1, 1, 0, 0]),
    )

    whole = permute_welch(arms, values, seed=0)
    drawn = permute_welch(TwoArms(blocks, labels == 1, arms.places), values, seed=0)

    assert (whole.is_exact, drawn.is_exact) == (True, False)
    assert drawn.p == pytest.approx(whole.p, abs=4 * np.sqrt(0.25 / N_DRAWS))
