import numpy as np
import pytest
from scipy import stats

from studies.statistics.description import count_in_bins, share_right, summarise

NAN = np.nan


def test_a_mean_has_the_interval_of_student():
    values = np.random.default_rng(1).random(12)
    expected = stats.ttest_1samp(values, 0).confidence_interval()

    found = summarise(np.append(values, NAN))

    assert found.n == 12
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))


@pytest.mark.parametrize(
    ("values", "mean"), [([], NAN), ([0.5], 0.5), ([0.1, 0.1, 0.1], 0.1)]
)
def test_too_few_people_or_all_alike_have_no_band(values, mean):
    found = summarise(np.array(values))

    assert found.mean == pytest.approx(mean, nan_ok=True)
    assert np.isnan(found.low)


def test_a_band_ends_where_values_do():
    values = np.array([0.0, 1.0, 1.0])

    found, free = summarise(values, within=(0.0, 1.0)), summarise(values)

    assert (found.low, found.high) == (0, 1)
    assert free.low < 0
    assert free.high > 1


def test_shares_of_pairs_have_the_band_of_whole_people():
    # Imported by the one process that fits, not by all that look for tests.
    import statsmodels.api as sm

    rng = np.random.default_rng(2)
    people = np.sort(rng.integers(0, 20, 100))
    right = (rng.random(100) < 0.3 + 0.4 * (people % 2)).astype(float)

    found = share_right(people, right)

    fitted = sm.OLS(right, np.ones(100)).fit(
        cov_type="cluster", cov_kwds={"groups": people, "use_correction": False}
    )
    n = len(np.unique(people))
    reach = fitted.bse[0] * np.sqrt(n / (n - 1)) * stats.t.ppf(0.975, n - 1)
    assert (found.n_people, found.n_pairs) == (n, 100)
    assert found.share == pytest.approx(right.mean())
    assert found.high - found.share == pytest.approx(reach)


def test_one_person_alone_has_a_share_without_a_band():
    found = share_right(np.zeros(3, int), np.array([1.0, 0, 1]))

    assert found.share == pytest.approx(2 / 3)
    assert np.isnan(found.low)


def test_pairs_that_all_went_alike_have_a_share_without_a_band():
    found = share_right(np.arange(5), np.zeros(5))

    assert found.share == 0
    assert np.isnan(found.high)


def test_no_pairs_have_no_share():
    found = share_right(np.zeros(0, int), np.zeros(0))

    assert (found.n_people, found.n_pairs) == (0, 0)
    assert np.isnan(found.share)


def test_people_are_counted_in_tenths():
    values = np.array([0, 0.05, 0.1, 0.3, 0.7, 0.99, 1, NAN])

    found = count_in_bins(values, n_bins=10)

    assert found == [2, 1, 0, 1, 0, 0, 0, 1, 0, 2]
