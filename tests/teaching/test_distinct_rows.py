import numpy as np
import pytest

from teaching import distinct_rows as rows_module
from teaching.distinct_rows import unique_rows


@pytest.mark.parametrize("kind", [np.int64, np.float64])
def test_equal_rows_get_equal_numbers(kind):
    rows = np.array([[3, 1], [1, 2], [3, 1], [1, 3], [1, 2]], dtype=kind)

    unique, numbers = unique_rows(rows)

    assert len(unique) == 3
    assert np.array_equal(unique[numbers], rows)


@pytest.mark.parametrize("grid", [1, 0.5, 0.1])
def test_round_numbers_and_signs_are_told_apart(grid):
    rng = np.random.default_rng(3)
    rows = np.round(rng.uniform(-9, 9, (5000, 3))) * grid

    unique, numbers = unique_rows(rows)

    assert len(unique) == len(np.unique(rows, axis=0))
    assert np.array_equal(unique[numbers], rows)


def test_rows_that_share_a_key_are_told_apart_all_the_same(monkeypatch):
    monkeypatch.setattr(rows_module, "mix_in", lambda state, word: state)

    unique, numbers = unique_rows(np.array([[1, 2], [2, 1], [1, 2]]))

    assert unique.tolist() == [[1, 2], [2, 1]]
    assert numbers.tolist() == [0, 1, 0]
