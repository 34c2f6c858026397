import numpy as np
import pytest
import statsmodels.api as sm
from scipy import stats

from studies.statistics.description import (
    count_in_bins,
    share_by_group,
    summarise,
    summarise_steps,
)

NAN = np.nan


def test_a_mean_has_the_interval_of_student():
    values = np.random.default_rng(1).random(12)
    expected = stats.ttest_1samp(values, 0).confidence_interval()

    found = summarise(np.append(values, NAN))

    assert found.n_people == 12
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))


@pytest.mark.parametrize(("values", "mean"), [([], NAN), ([0.5], 0.5)])
def test_too_few_people_have_no_band(values, mean):
    found = summarise(np.array(values))

    assert found.mean == pytest.approx(mean, nan_ok=True)
    assert np.isnan(found.low)


def test_a_curve_has_one_mean_per_step():
    found = summarise_steps(np.array([[0, 1, 1], [0, 0, NAN], [0, 1, 1]]))

    assert [step.mean for step in found] == pytest.approx([0, 2 / 3, 1])
    assert [step.n_people for step in found] == [3, 3, 2]


def test_shares_by_group_have_the_band_of_whole_people():
    rng = np.random.default_rng(2)
    people, groups = np.repeat(np.arange(20), 15), rng.integers(1, 4, 300)
    right = (rng.random(300) < 0.3 + 0.4 * (people % 2)).astype(float)

    found = share_by_group(people, groups, right)[1]

    own = groups == 2
    fitted = sm.OLS(right[own], np.ones(own.sum())).fit(
        cov_type="cluster",
        cov_kwds={"groups": people[own], "use_correction": False},
    )
    n = len(np.unique(people[own]))
    reach = fitted.bse[0] * np.sqrt(n / (n - 1)) * stats.t.ppf(0.975, n - 1)
    assert (found.group, found.n_people, found.n_pairs) == (2, n, own.sum())
    assert found.share == pytest.approx(right[own].mean())
    assert found.high - found.share == pytest.approx(reach)


def test_one_person_alone_has_a_share_without_a_band():
    (found,) = share_by_group(np.zeros(3, int), np.ones(3), np.array([1.0, 0, 1]))

    assert found.share == pytest.approx(2 / 3)
    assert np.isnan(found.low)


def test_people_are_counted_in_tenths():
    values = np.array([0, 0.05, 0.1, 0.3, 0.7, 0.99, 1, NAN])

    found = count_in_bins(values)

    assert found.tolist() == [2, 1, 0, 1, 0, 0, 0, 1, 0, 2]
