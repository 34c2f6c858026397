"""Paths of SVG, drawn again."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studies.services.decks.media.svg_paths import redraw_path


class Always(Random):
    """Splits every piece in the middle, or none."""

    def __init__(self, *, splits):
        super().__init__(0)
        self.splits = splits

    def random(self):
        return 0.0 if self.splits else 1.0

    def uniform(self, a, b):
        return (a + b) / 2


def redrawn(path, *, splits=False):
    drawn = redraw_path(path, shift=lambda number: number, chance=Always(splits=splits))
    return drawn.replace(".000", "")


@pytest.mark.parametrize(
    ("written", "absolute"),
    [
        ("M1 1L3 1", "M1 1L3 1"),
        ("m1 1 2 0v2h-2z", "M1 1L3 1L3 3L1 3Z"),
        ("M1,1 3,1 3,3", "M1 1L3 1L3 3"),
        ("M1 1H4V5", "M1 1L4 1L4 5"),
        ("M1 1zm2 2l1 1", "M1 1ZM3 3L4 4"),
        ("M0 0h2v2zl5 0", "M0 0L2 0L2 2ZL5 0"),
        ("M0 0c1 1 2 1 3 0s2-1 3 0", "M0 0C1 1 2 1 3 0C4 -1 5 -1 6 0"),
        ("M0 0S1 1 2 0", "M0 0C0 0 1 1 2 0"),
        ("M0 0q1 1 2 0t2 0", "M0 0Q1 1 2 0Q3 -1 4 0"),
        ("M10 10a5 5 0 01-3 4", "M10 10A5 5 0 0 1 7 14"),
        ("M10 10A5-5 0 1 0 3 4 5 5 0 002 2", "M10 10A5 -5 0 1 0 3 4A5 5 0 0 0 2 2"),
        ("M-1.e1.5 2-3", "M-10 0.500L2 -3"),
    ],
)
def test_a_path_becomes_absolute_and_stays_the_same(written, absolute):
    assert redrawn(written) == absolute


def test_pieces_are_cut_in_two_on_the_line():
    assert redrawn("M0 0L4 2", splits=True) == "M0 0L2 1L4 2"
    assert redrawn("M0 0Q4 4 8 0", splits=True) == "M0 0Q2 2 4 2Q6 2 8 0"
    halves = "M0 0C0 4 2 6 4 6C6 6 8 4 8 0"
    assert redrawn("M0 0C0 8 8 8 8 0", splits=True) == halves


@given(st.integers(0, 2**32))
def test_no_two_servers_draw_alike(seed):
    path = "M1 1c2 3 4 5 6 7l5 5z"
    one, other = (
        redraw_path(path, shift=lambda n, r=r: n + r.uniform(-0.1, 0.1), chance=r)
        for r in (Random(seed), Random(seed + 1))
    )

    assert one != other
