"""Equal rows of an array, found fast."""

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from teaching.draws import Stream, draw_bits
from teaching.history import IntArray

Number = TypeVar("Number", np.int64, np.float64)


def unique_rows(rows: NDArray[Number]) -> tuple[NDArray[Number], IntArray]:
    """Distinct rows and, for each row, the number of its like.

    Sorting one key per row is many times faster than sorting rows.
    """
    multipliers = draw_bits(0, Stream.HASH, 0, np.arange(rows.shape[1]))
    keys = np.ascontiguousarray(rows).view(np.uint64) @ multipliers
    _, first, numbers = np.unique(keys, return_index=True, return_inverse=True)
    unique = rows[first]
    if not np.array_equal(unique[numbers], rows):
        raise ArithmeticError("two different rows have the same key")
    return unique, numbers
