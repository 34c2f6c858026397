import numpy as np
import pytest
from scipy import stats

from studies.statistics.looks import criteria, spent


def test_half_way_may_spend_little_and_leaves_nearly_all():
    assert criteria([0.5, 1]) == pytest.approx([0.003, 0.049], abs=0.0001)


def test_three_looks_have_the_published_bounds():
    found = stats.norm.isf(np.array(criteria([1 / 3, 2 / 3, 1])) / 2)

    assert found == pytest.approx([3.7103, 2.5114, 1.9930], abs=1e-4)


def test_one_look_at_the_end_spends_all():
    assert criteria([1]) == pytest.approx([0.05])
    assert (spent(0), spent(1), spent(1.2)) == pytest.approx((0, 0.05, 0.05))


def test_the_looks_together_alarm_in_five_of_a_hundred():
    times = np.array([0.25, 0.6, 0.8, 1.0])
    steps = np.random.default_rng(1).normal(size=(200_000, 4))
    paths = np.cumsum(steps * np.sqrt(np.diff(times, prepend=0)), axis=1)
    p = 2 * stats.norm.sf(np.abs(paths) / np.sqrt(times))

    alarms = np.any(p < criteria(list(times)), axis=1)

    assert alarms.mean() == pytest.approx(0.05, abs=0.002)


def test_a_target_that_was_passed_counts_as_reached():
    assert criteria([0.5, 1.1]) == criteria([0.5, 1])


@pytest.mark.parametrize("fractions", [[], [0, 1], [0.5, 0.5], [1, 1.1]])
def test_looks_must_come_one_after_another(fractions):
    with pytest.raises(ValueError, match="fractions must rise"):
        criteria(fractions)
