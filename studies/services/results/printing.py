"""The report's figures by matplotlib, fit to print."""

from collections.abc import Callable
from textwrap import fill
from typing import Any

from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, StrMethodFormatter

from studies.services.results.scales import span_of
from studies.services.results.shapes import Figure, Kind, Point, Series, Shape
from studies.services.results.swarm import BESIDE, spread
from teaching.figures.drawing import (
    BLUE,
    GREEN,
    GREY,
    ORANGE,
    PURPLE,
    panels,
    render,
    style,
)

COLOURS = (BLUE, ORANGE, GREEN, PURPLE, GREY)
MARKS = ("o", "s", "^", "D", "v")
LINES = ("-", "--", ":", "-.", (0, (5, 1)))
"""Of the arms, in their order, as colours are: those that the page has."""
WIDTH, HEIGHT = 5.5, 3.2
ROW_HEIGHT = 0.28
LETTERS_ACROSS = 88
_BOX = {"boxstyle": "round,pad=0.5", "facecolor": "white", "edgecolor": GREY}
_RAIL, _THIN = 0.84, 0.8
_BEYOND = 0.05
Draw = Callable[[Axes, Figure], None]


def print_figure(figure: Figure, kind: str) -> bytes:
    """``figure`` as SVG, PDF or PNG."""
    return render(draw_to_print(figure), kind)


def draw_to_print(figure: Figure) -> Any:
    """``figure`` as matplotlib has it."""
    with style():
        if figure.shape == Shape.BARS:
            return _draw_bars(figure)
        drawn, axes = panels(1, 1, width=WIDTH, height=_height(figure))
        _DRAWERS[figure.shape](axes[0, 0], figure)
        return drawn


def _height(figure: Figure) -> float:
    if figure.shape != Shape.INTERVALS:
        return HEIGHT
    return max(1.6, 0.8 + ROW_HEIGHT * len(figure.series))


def _look(series: Series) -> dict[str, Any]:
    number = series.colour % len(COLOURS)
    return {"color": COLOURS[number], "marker": MARKS[number]}


def _scale(axis: Any, kind: Kind) -> None:
    """Shares as percentages, whatever else as it is."""
    if kind in (Kind.SHARE, Kind.POINTS):
        unit = " %" if kind == Kind.SHARE else ""
        axis.set_major_formatter(FuncFormatter(lambda v, _: _percent(v) + unit))


def _percent(share: float) -> str:
    return f"{100 * share:.0f}".replace("-", "\N{MINUS SIGN}")


def _reach(point: Point) -> tuple[float, float] | None:
    if point.y is None or point.low is None or point.high is None:
        return None
    return point.y - point.low, point.high - point.y


def _draw_dots(axes: Axes, figure: Figure) -> None:
    for at, series in enumerate(figure.series):
        look = _look(series)
        offsets = spread(series.values)
        axes.scatter(
            [at + offset for offset in offsets],
            list(series.values),
            s=12,
            alpha=0.55,
            linewidths=0,
            **look,
        )
        point = series.points[0]
        reach = _reach(point)
        if point.y is not None:
            bars = [[reach[0]], [reach[1]]] if reach else None
            beside = [at - BESIDE]
            axes.errorbar(
                beside, [point.y], yerr=bars, fmt="_", color=look["color"], ms=9
            )
    # Else the grid is drawn over the dots.
    axes.set_axisbelow(True)
    names = [f"{one.name} (n = {len(one.values)})" for one in figure.series]
    axes.set_xticks(range(len(names)), names)
    axes.set_xlim(-0.5, len(figure.series) - 0.5)
    axes.set_ylabel(figure.y_label)
    low, high = span_of(figure)
    axes.set_ylim(low - _BEYOND * (high - low), high + _BEYOND * (high - low))
    _scale(axes.yaxis, figure.kind)


def _draw_intervals(axes: Axes, figure: Figure) -> None:
    for row, series in enumerate(figure.series):
        _draw_interval(axes, row, series.points[0], _look(series))
    axes.set_yticks(range(len(figure.series)), [one.name for one in figure.series])
    # The first above; half a row beyond both ends, or marks sit on the frame.
    axes.set_ylim(len(figure.series) - 0.5, -0.5)
    if figure.kind == Kind.POINTS:
        axes.axvline(0, color=GREY, linewidth=0.8)
    axes.set_xlabel(figure.x_label)
    _scale(axes.xaxis, figure.kind)


def _draw_interval(axes: Axes, row: int, point: Point, look: dict[str, Any]) -> None:
    colour = look["color"]
    if point.bounds:
        ends: Any = (point.low, point.high)
        bounds: Any = point.bounds
        axes.plot(ends, [row, row], "|-", color=colour, ms=4)
        look = {"marker": "|", "ms": 5, "solid_capstyle": "butt"}
        axes.plot(bounds, [row, row], color=colour, linewidth=5, **look)
    if point.y is None:
        return
    reach = _reach(point)
    bars = [[reach[0]], [reach[1]]] if reach else None
    axes.errorbar(
        [point.y], [row], xerr=bars, fmt=look["marker"], color=colour, capsize=2
    )


def _draw_lines(axes: Axes, figure: Figure) -> None:
    for series in figure.series:
        points = [point for point in series.points if point.y is not None]
        at, look = [point.x for point in points], _look(series)
        heights: Any = [point.y for point in points]
        line = LINES[series.colour % len(LINES)]
        axes.plot(at, heights, label=series.name, linestyle=line, ms=3.5, **look)
        _draw_band(axes, points, look["color"])
    ticks = {p.x: p.label for one in figure.series for p in one.points if p.label}
    if ticks:
        axes.set_xticks(sorted(ticks), [ticks[x] for x in sorted(ticks)])
    axes.set_xlabel(figure.x_label)
    axes.set_ylabel(figure.y_label)
    _draw_guides(axes, figure)
    axes.legend()
    _scale(axes.yaxis, figure.kind)


def _draw_guides(axes: Axes, figure: Figure) -> None:
    """What the page has beside the lines: where to come to, where one is, the price."""
    if level := figure.level:
        line = axes.axhline(level.at, color=GREY, linewidth=_THIN, label=level.label)
        line.set_linestyle("--")
        axes.set_ylim(0, 1.02)
    if own := figure.own:
        axes.axvline(own.at, color=GREY, linestyle=":", label=own.label)
        axes.set_xlim(left=0)
    if price := figure.price:
        scales = (lambda x: x * price.at, lambda cost: cost / price.at)
        costs = axes.secondary_xaxis("top", functions=scales)
        costs.set_xlabel(price.label)
        costs.xaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))


def _draw_band(axes: Axes, points: list[Point], colour: str) -> None:
    known = [p for p in points if p.low is not None and p.high is not None]
    lows: Any = [point.low for point in known]
    highs: Any = [point.high for point in known]
    at = [point.x for point in known]
    axes.fill_between(at, lows, highs, color=colour, alpha=0.12, linewidth=0)


def _draw_bars(figure: Figure) -> Any:
    drawn, axes = panels(1, len(figure.series), width=7, height=2.2)
    shift = -0.5 if figure.is_counted else 0.0
    top = max((p.y or 0 for one in figure.series for p in one.points), default=0)
    for panel, series in zip(axes[0], figure.series, strict=True):
        points = series.points
        width = points[1].x - points[0].x if len(points) > 1 else 1
        panel.bar(
            [p.x + shift for p in points],
            [p.y or 0 for p in points],
            width=0.9 * width,
            align="edge",
            color=_look(series)["color"],
        )
        if figure.threshold is not None:
            panel.axvline(figure.threshold + shift, color=ORANGE, linestyle="--")
        panel.set_axisbelow(True)
        panel.set_title(series.name)
        panel.set_ylim(0, 1.05 * top or 1)
        panel.set_xlabel(figure.x_label)
        _scale(panel.xaxis, figure.kind)
        _scale(panel.yaxis, figure.kind)
    axes[0, 0].set_ylabel(figure.y_label)
    return drawn


def _draw_flow(axes: Axes, figure: Figure) -> None:
    """As on the page: from the box above over a rail, with an arrow to each arm."""
    top, *columns = figure.series
    middle = (len(columns) - 1) / 2
    axes.set_axis_off()
    axes.set_xlim(-0.5, len(columns) - 0.5)
    axes.set_ylim(0, 1)
    axes.plot([0, len(columns) - 1], [_RAIL, _RAIL], color=GREY, linewidth=_THIN)
    above = "\n".join(_tell(point, LETTERS_ACROSS) for point in top.points)
    _draw_box(axes, above, at=(middle, 0.97), arrow="-", leaves=(0.5, 0))
    room = LETTERS_ACROSS // max(len(columns), 3)
    for at, series in enumerate(columns):
        told = [_tell(point, room) for point in series.points]
        words = "\n\n".join([series.name, *told])
        _draw_box(axes, words, at=(at, 0.74), arrow="<|-", leaves=(0.5, 1))


def _draw_box(
    axes: Axes,
    words: str,
    *,
    at: tuple[float, float],
    arrow: str,
    leaves: tuple[float, float],
) -> None:
    """A box below ``at``, joined with the rail from where the line ``leaves`` it."""
    line = {"arrowstyle": arrow, "color": GREY, "relpos": leaves, "linewidth": _THIN}
    axes.annotate(
        words,
        xy=(at[0], _RAIL),
        xytext=at,
        ha="center",
        va="top",
        fontsize=6,
        bbox=_BOX,
        arrowprops={**line, "shrinkA": 0, "shrinkB": 0},
    )


def _tell(point: Point, room: int) -> str:
    """A count with its words, on lines of so many letters as a box has room for."""
    return fill(f"{point.label}: {point.y:,}", room)


_DRAWERS: dict[Shape, Draw] = {
    Shape.DOTS: _draw_dots,
    Shape.INTERVALS: _draw_intervals,
    Shape.LINES: _draw_lines,
    Shape.FLOW: _draw_flow,
}
