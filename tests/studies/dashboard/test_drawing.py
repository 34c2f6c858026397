"""Numbers as places in a picture."""

import pytest

from studies.dashboard.drawing import draw_completions, nice_ticks, ticks_over
from studies.services.monitoring.completions import count_completions
from tests.studies.factories import NOON, seconds


@pytest.mark.parametrize(
    ("most", "ticks"),
    [
        (1, [0, 0.2, 0.4, 0.6, 0.8, 1]),
        (24, [0, 5, 10, 15, 20]),
        (480, [0, 100, 200, 300, 400]),
    ],
)
def test_ticks_are_round_numbers(most, ticks):
    assert nice_ticks(most) == pytest.approx(ticks)


@pytest.mark.parametrize(("most", "last"), [(24, 25), (25, 25), (0.6, 0.6), (7, 8)])
def test_an_axis_ends_where_nothing_is_beyond(most, last):
    assert ticks_over(most)[-1] == pytest.approx(last)


def test_completions_climb_from_the_floor_to_the_target():
    completed = [NOON + seconds(60), NOON + seconds(4000)]
    counted = count_completions(completed, since=NOON, until=completed[-1], n_target=2)

    plot = draw_completions(counted)

    heights = [float(point.split(",")[1]) for point in plot.line.split()]
    assert heights == [plot.frame.bottom, 91, plot.frame.top]
    assert float(plot.target) == plot.frame.top


def test_before_anybody_came_nothing_is_drawn():
    nobody = count_completions([], since=None, until=NOON, n_target=2)

    assert draw_completions(nobody) is None
