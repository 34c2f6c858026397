"""Dots beside each other where people have nearly the same value."""

from collections.abc import Sequence

BESIDE = 0.36
"""Where the mean stands, to the left of the dots, in widths of a column."""
WIDEST = 0.3
USUAL_GAP = 0.06
_N_ROWS = 60


def spread(values: Sequence[float]) -> list[float]:
    """How far each dot stands from the middle of its column, from -.3 to .3.

    Those in the same row of the picture stand side by side, the first in the middle.
    """
    if not values:
        return []
    low, high = min(values), max(values)
    height = (high - low) / _N_ROWS or 1.0
    rows: dict[int, int] = {}
    numbers = []
    for value in values:
        row = round((value - low) / height)
        rows[row] = rows.get(row, 0) + 1
        numbers.append((row, rows[row]))
    gap = min(USUAL_GAP, 2 * WIDEST / max(rows.values()))
    return [gap * _beside(number) for _, number in numbers]


def _beside(number: int) -> float:
    """0, 1, -1, 2, -2 and so on for the first, second, third ..."""
    half = number // 2
    return float(half if number % 2 == 0 else -half)
