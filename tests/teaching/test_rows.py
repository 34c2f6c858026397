import numpy as np
import pytest

from teaching import rows as rows_module
from teaching.rows import unique_rows


@pytest.mark.parametrize("kind", [np.int64, np.float64])
def test_equal_rows_get_equal_numbers(kind):
    rows = np.array([[3, 1], [1, 2], [3, 1], [1, 3], [1, 2]], dtype=kind)

    unique, numbers = unique_rows(rows)

    assert len(unique) == 3
    assert np.array_equal(unique[numbers], rows)


def test_two_rows_with_one_key_are_noticed(monkeypatch):
    same = np.zeros(2, dtype=np.uint64)
    monkeypatch.setattr(rows_module, "draw_bits", lambda *_: same)

    with pytest.raises(ArithmeticError, match="two different rows"):
        unique_rows(np.array([[1, 2], [2, 1]]))
