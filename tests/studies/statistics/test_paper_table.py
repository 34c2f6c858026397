import numpy as np
import pytest
from scipy import stats

from studies.statistics.numbers import format_exactly
from studies.statistics.paper_table import (
    WARNING,
    PairCounts,
    chi_square,
    count_pairs,
    paper_table,
)

GERMAN = {
    "GR": PairCounts(163, 285),
    "LR": PairCounts(117, 240),
    "RR": PairCounts(97, 210),
    "RD": PairCounts(133, 285),
}


def test_the_papers_german_table_is_printed_to_its_digits():
    rows = paper_table(GERMAN, reference="GR")

    gains = [format_exactly(row.counts.gain, 3) for row in rows]
    p = [format_exactly(row.p, 4) for row in rows[1:]]
    assert gains == [".572", ".487", ".462", ".467"]
    assert p == [".0652", ".0197", ".0151"]


def test_the_reference_is_not_compared_with_itself():
    rows = paper_table(GERMAN, reference="LR")

    assert [row.arm for row in rows if np.isnan(row.p)] == ["LR"]


def test_chi_square_has_yates_correction():
    # |ad - bc| less half of all, as one writes it by hand.
    a, b, c, d = 30, 20, 15, 35
    n = a + b + c + d
    top = n * (abs(a * d - b * c) - n / 2) ** 2
    value = top / ((a + b) * (c + d) * (a + c) * (b + d))

    found = chi_square(PairCounts(30, 50), PairCounts(15, 50))

    assert found == pytest.approx(stats.chi2.sf(value, 1))


@pytest.mark.parametrize("other", [PairCounts(0, 10), PairCounts(0, 0)])
def test_a_table_with_an_empty_row_or_column_has_no_p(other):
    assert np.isnan(chi_square(PairCounts(0, 10), other))


def test_no_pairs_have_no_gain():
    assert np.isnan(PairCounts(0, 0).gain)


def test_only_pairs_asked_both_times_are_counted():
    before = np.array([[0.0, 0.0, 1.0, np.nan], [0.0, 1.0, 0.0, 0.0]])
    after = np.array([[1.0, 0.0, 1.0, 1.0], [1.0, 0.0, 1.0, np.nan]])

    assert count_pairs(before, after) == PairCounts(3, 6)


def test_the_table_warns_of_itself():
    assert "fifteen answers of one person as fifteen people" in WARNING
    assert "7 to 48 %" in WARNING
