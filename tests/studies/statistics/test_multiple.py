import numpy as np
import pytest

from studies.statistics.multiple import adjust_holm, adjust_holm_each


@pytest.mark.parametrize("number", range(20))
def test_holm_is_that_of_statsmodels(number):
    # Imported by the one process that runs this, not by all that look for tests.
    from statsmodels.stats.multitest import multipletests

    p = np.random.default_rng(number).random(1 + number % 5) ** 2

    assert adjust_holm(list(p)) == pytest.approx(multipletests(p, method="holm")[1])


def test_comparisons_that_were_not_tested_do_not_count():
    found = adjust_holm([0.01, np.nan, 0.04])

    assert found == pytest.approx([0.02, np.nan, 0.04], nan_ok=True)


def test_no_comparison_gives_none():
    assert adjust_holm([]) == []


def test_holm_adjusts_every_study_by_itself():
    p_values = np.array([[0.01, 0.04], [0.02, 0.03], [0.04, 0.9]])

    adjusted = adjust_holm_each(p_values)

    assert adjusted[:, 0] == pytest.approx([0.03, 0.04, 0.04])
    assert adjusted[:, 1] == pytest.approx([0.09, 0.09, 0.9])
