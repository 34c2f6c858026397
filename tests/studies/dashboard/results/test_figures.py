"""Figures as pictures: nothing lies beyond the numbers along their scale."""

import re

import pytest

from studies.dashboard.results.figures import draw_figure
from studies.services.results.shapes import Figure, Kind, Point, Series, Shape

MINUTES = [3.7, 4.3, 11.6]


def places(elements, tag, name):
    return [float(at) for at in re.findall(rf'<{tag}[^>]* {name}="([^"]+)"', elements)]


@pytest.mark.parametrize("values", [MINUTES, [0.8, -2.4], [5.0]])
def test_the_scale_reaches_over_everybody(values):
    mean = Point(sum(values) / len(values), n=len(values))
    series = [Series("GR", points=[mean], values=values)]

    drawn = draw_figure(Figure(Shape.DOTS, "", Kind.MINUTES, series)).elements

    dots, lines = places(drawn, "circle", "cy"), places(drawn, "line", "y1")
    assert min(lines) <= min(dots)
    assert max(dots) <= max(lines)
