"""Small histograms with their threshold, as places in a picture."""

from dataclasses import dataclass

from studies.dashboard.drawing import Frame, Tick, place, ticks_over
from studies.services.people.quality import Gauged
from studies.services.results.shapes import Figure, Kind, Point, Series, Shape

FRAME = Frame(300, 150, 34, 292, 22, 120)
GAP = 1.5
EVERY_OTHER_FROM = 7
# A bar of counts is as wide as its numbers; the number itself stands in the middle.
HALF_A_COUNT = 0.5


@dataclass(frozen=True)
class Bar:
    """One bin, with what it says when pointed at."""

    x: str
    y: str
    width: str
    height: str
    words: str


@dataclass(frozen=True)
class Histogram:
    """Bars, where they are, and the line that nobody should be beyond."""

    bars: list[Bar]
    ticks_x: list[Tick]
    ticks_y: list[Tick]
    threshold: str
    is_line_right: bool
    frame: Frame = FRAME


def draw_histogram(gauged: Gauged) -> Histogram:
    """People by a number. The line is at the threshold, which itself is allowed."""
    bins, width = gauged.spread.bins, gauged.spread.width
    step = (FRAME.right - FRAME.left) / len(bins)
    ticks = ticks_over(max(1, *(each.n_people for each in bins)), n_wanted=3)
    unit = (FRAME.bottom - FRAME.top) / ticks[-1]

    def across(value: float) -> float:
        return min(FRAME.right, FRAME.left + step * value / width)

    def bar(index: int, n: int, words: str) -> Bar:
        x, y = FRAME.left + index * step + GAP / 2, FRAME.bottom - unit * n
        return Bar(place(x), place(y), place(step - GAP), place(unit * n), words)

    half = HALF_A_COUNT if gauged.gauge.is_count else 0
    line = None if gauged.threshold is None else across(_edge(gauged))
    every = 2 if len(bins) > EVERY_OTHER_FROM else 1
    return Histogram(
        bars=[
            bar(index, each.n_people, f"{each.words}: {each.n_people}")
            for index, each in enumerate(bins)
        ],
        ticks_x=[
            Tick(place(across(each.low + half)), f"{each.low:g}") for each in bins
        ][::every],
        ticks_y=[
            Tick(place(FRAME.bottom - unit * n), f"{n:g}") for n in ticks if n == int(n)
        ],
        threshold="" if line is None else place(line),
        is_line_right=line is not None and line > (FRAME.left + FRAME.right) / 2,
    )


def figure_of(gauged: Gauged) -> Figure:
    """The same to print."""
    bars = [
        Point(each.n_people, x=each.low, n=each.n_people, label=each.words)
        for each in gauged.spread.bins
    ]
    return Figure(
        Shape.BARS,
        f"People by {gauged.gauge.words}",
        Kind.COUNT,
        [Series(gauged.gauge.label, points=bars)],
        gauged.gauge.words.capitalize(),
        "People",
        threshold=None if gauged.threshold is None else _edge(gauged),
        is_counted=gauged.gauge.is_count,
    )


def _edge(gauged: Gauged) -> float:
    """Where the line is: of counts, behind the last that is still fine."""
    threshold = gauged.threshold or 0.0
    return threshold + 1 if gauged.gauge.is_count else threshold
