"""Figures as pictures: nothing lies beyond the numbers along their scale."""

import colorsys
import csv
import io
import re
from itertools import pairwise

import pytest
from django.conf import settings

from studies.dashboard.results.figures import draw_figure
from studies.dashboard.results.showing import show_part
from studies.dashboard.results.words import LETTER, N_COLOURS
from studies.services.results.downloads import write_numbers, write_table
from studies.services.results.printing import COLOURS, LINES, draw_to_print
from studies.services.results.shapes import (
    Column,
    Figure,
    Kind,
    Part,
    Point,
    Report,
    Series,
    Shape,
    Table,
)

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


@pytest.mark.parametrize(
    ("kind", "values", "begins_at"),
    [
        (Kind.MINUTES, [20.3, 21.1, 23.9], 20),
        (Kind.MINUTES, MINUTES, 0),
        (Kind.MINUTES, [5.0, 5.0], 0),
        (Kind.SHARE, [0.6, 0.7], 0),
    ],
)
def test_minutes_far_from_nought_begin_where_people_do(kind, values, begins_at):
    series = [Series("GR", points=[Point(values[1], n=3)], values=values)]
    figure = Figure(Shape.DOTS, "", kind, series)

    drawn, (axes,) = draw_figure(figure).elements, draw_to_print(figure).axes

    low, high = axes.get_ylim()
    first = re.search(r'plot-end"[^>]*>([^< ]+)', drawn)
    assert float(first[1]) == begins_at
    assert low < min(values) <= max(values) < high
    assert (low > 0) == (begins_at > 0)


def hue_of(colour):
    """Hue in degrees and saturation of ``#rrggbb``."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    hue, _, saturation = colorsys.rgb_to_hls(red, green, blue)
    return 360 * hue, saturation


@pytest.mark.parametrize("number", range(N_COLOURS))
def test_an_arm_has_the_same_colour_on_the_page_and_in_print(number):
    style = (settings.BASE_DIR / "static/css/dashboard.css").read_text()
    printed, richness = hue_of(COLOURS[number])
    light_and_dark = re.findall(rf"--series-{number}: (#\w+)", style)

    for colour in light_and_dark:
        hue, saturation = hue_of(colour)
        assert (saturation > 0.25) == (richness > 0.25), colour
        assert richness == 0 or abs(hue - printed) < 15, colour
    assert len(light_and_dark) == 2
    assert len(COLOURS) == len(LINES) == N_COLOURS


@pytest.mark.parametrize("shape", [Shape.DOTS, Shape.LINES, Shape.BARS])
def test_what_the_upright_axis_is_about_stands_above_it(shape):
    series = Series("GR", values=[0.5], points=[Point(0.5, n=1)])
    figure = Figure(shape, "", Kind.SHARE, [series], y_label="Newly known")

    canvas = draw_figure(figure)

    (at,) = re.findall(r'y="([^"]+)">Newly known<', canvas.elements)
    top = float(canvas.view_box.split()[1])
    assert top < float(at) < min(places(canvas.elements, "line", "y1"))


def test_words_below_the_axis_leave_each_other_room():
    points = [Point(0.5, x=x, n=1) for x in (0.02, 0.03, 0.06, 0.5, 0.87)]
    figure = Figure(Shape.LINES, "", Kind.SHARE, [Series("Observed", points=points)])

    drawn = draw_figure(figure).elements

    told = re.findall(r'plot-middle" x="([^"]+)"[^>]*>(0\.\d+)<', drawn)
    at = [float(place) for place, _ in told]
    assert [words for _, words in told] == ["0.02", "0.5", "0.87"]
    assert all(b - a > LETTER * len("0.02") for a, b in pairwise(at))


def test_bounds_are_a_bar_within_their_interval_and_no_dot():
    bounded = Series("GR", points=[Point(None, -0.2, 0.3, bounds=(-0.1, 0.2))])
    figure = Figure(Shape.INTERVALS, "", Kind.POINTS, [bounded])

    drawn = draw_figure(figure).elements

    assert "<circle" not in drawn
    (left,), (width,) = places(drawn, "rect", "x"), places(drawn, "rect", "width")
    reach = re.search(r'class="reach[^>]* x1="([^"]+)"[^>]* x2="([^"]+)"', drawn)
    start, end = map(float, reach.groups())
    assert start < left < left + width < end
    assert width / (end - start) == pytest.approx(0.3 / 0.5, abs=0.01)
    head, line = write_numbers(figure).decode().splitlines()
    assert head.endswith("low,high,n,bound_from,bound_to")
    assert line.endswith(",-0.2,0.3,0,-0.1,0.2")


def test_no_name_in_the_numbers_of_a_figure_is_a_formula():
    series = Series("=1+1", values=[-0.5], points=[Point(-0.2, label="@SUM(A1)")])
    figure = Figure(Shape.DOTS, "", Kind.SHARE, [series])

    _, dot, point = csv.reader(io.StringIO(write_numbers(figure).decode()))

    assert (dot[0], dot[4]) == ("'=1+1", "-0.5")
    assert (point[0], point[2], point[4]) == ("'=1+1", "'@SUM(A1)", "-0.2")


def test_no_name_in_a_table_of_results_is_a_formula():
    columns = [Column("arm", "Arm"), Column("mean", "Mean", Kind.SHARE)]
    table = Table("means", "Means", columns, [["+1", -0.5], ["GR", None]])
    report = Report("", "", "", (), (), [Part("a", "A", tables=[table])])

    written = write_table(report, key="means").decode().splitlines()

    assert written == ["arm,mean", "'+1,-0.5", "GR,"]


@pytest.mark.parametrize(("n_columns", "beside"), [(4, "table"), (12, "words")])
def test_beside_a_figure_stands_what_has_room(n_columns, beside):
    columns = [Column(str(at), "Mean", Kind.SHARE) for at in range(n_columns)]
    table = Table("means", "Means", columns, [[0.5] * n_columns])
    figure = Figure(Shape.DOTS, "", Kind.SHARE, [])

    assert show_part(Part("a", "A", tables=[table], figure=figure)).beside == beside
    assert show_part(Part("a", "A", tables=[table])).beside == ""
