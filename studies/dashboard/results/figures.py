"""The report's figures as light SVG: no style attributes, colours by arm.

They are drawn for a phone. Where there is more room the style sheet makes lines and
words finer, so that one picture can be read at every width.
"""

from collections.abc import Callable, Sequence
from math import ceil, floor

from studies.dashboard.drawing import nice_ticks, ticks_over
from studies.dashboard.results.canvas import Canvas
from studies.dashboard.results.flow import draw_flow
from studies.dashboard.results.words import LETTER, LINE, WIDTH, colour_of, wrap
from studies.services.results.formatting import format_cell
from studies.services.results.scales import span_of
from studies.services.results.shapes import Figure, Kind, Point, Series, Shape
from studies.services.results.swarm import BESIDE, spread

HEIGHT = 250
LEFT, RIGHT, TOP, BOTTOM = 52, 10, 14, 52
ROW = 38
NEARLY = 1e-9
THINNEST = 1.5
NAME_WIDTH, NAMES_IN_ROW = 84, 4
Scale = Callable[[float], float]


def draw_figure(figure: Figure) -> Canvas:
    """``figure`` as elements of an SVG."""
    return _DRAWERS[figure.shape](figure)


def _ticks(figure: Figure) -> list[float]:
    """Round numbers; nothing that is drawn lies beyond the first and the last."""
    low, high = span_of(figure)
    step_ticks = nice_ticks(high - low)
    step = step_ticks[1] if len(step_ticks) > 1 else high - low
    first, last = floor(low / step + NEARLY), ceil(high / step - NEARLY)
    return [number * step for number in range(first, last + 1)]


def _tell(value: float, kind: Kind) -> str:
    if kind in (Kind.SHARE, Kind.POINTS):
        digits = format_cell(round(value, 6), Kind.POINTS).removesuffix(".0")
        return f"{digits} %" if kind == Kind.SHARE else digits
    return f"{value:g}"


def _between(low: float, high: float, start: float, end: float) -> Scale:
    """From numbers to places."""
    size = (high - low) or 1.0
    return lambda number: start + (end - start) * (number - low) / size


def _axis_y(canvas: Canvas, figure: Figure) -> Scale:
    _write_heading(canvas, figure.y_label)
    ticks = _ticks(figure)
    place = _between(ticks[0], ticks[-1], canvas.height - BOTTOM, TOP)
    for tick in ticks:
        canvas.line("plot-grid", LEFT, place(tick), canvas.width - RIGHT, place(tick))
        canvas.text("plot-end", LEFT - 8, place(tick) + 4, _tell(tick, figure.kind))
    return place


def _write_heading(canvas: Canvas, words: str) -> None:
    """What the upright axis is about, at its upper end: below, the other one is."""
    lines = wrap(words, int(WIDTH / LETTER))
    canvas.head = float(LINE * len(lines))
    for row, line in enumerate(lines):
        canvas.text("plot-start", 0, LINE * (row + 0.7) - canvas.head, line)


def _write_label(canvas: Canvas, words: str) -> None:
    """What the level axis is about, below everything, on as many lines as it takes."""
    for line in wrap(words, int(WIDTH / LETTER)):
        canvas.height += LINE
        canvas.text("plot-middle", WIDTH / 2, canvas.height - LINE / 2, line)


def _draw_dots(figure: Figure) -> Canvas:
    canvas = Canvas(WIDTH, HEIGHT)
    place = _axis_y(canvas, figure)
    step = (WIDTH - LEFT - RIGHT) / max(len(figure.series), 1)
    for number, series in enumerate(figure.series):
        middle = LEFT + step * (number + 0.5)
        for value, offset in zip(series.values, spread(series.values), strict=True):
            look = f"dot {colour_of(series)}"
            canvas.circle(look, middle + step * offset, place(value), 2.6)
        # Beside the dots, so that it hides nobody.
        _draw_mean(canvas, series, middle - BESIDE * step, place)
        canvas.text("plot-middle", middle, HEIGHT - BOTTOM + 18, series.name)
        n_people = f"n = {series.points[0].n}"
        canvas.text("plot-middle", middle, HEIGHT - BOTTOM + 18 + LINE, n_people)
    return canvas


def _draw_mean(canvas: Canvas, series: Series, at: float, place: Scale) -> None:
    point, look = series.points[0], f"reach {colour_of(series)}"
    if point.y is None:
        return
    canvas.circle(f"estimate {colour_of(series)}", at, place(point.y), 4)
    if point.low is not None and point.high is not None:
        canvas.line(look, at, place(point.low), at, place(point.high))


def _draw_intervals(figure: Figure) -> Canvas:
    """Each under its name."""
    bottom = TOP + ROW * len(figure.series)
    canvas = Canvas(WIDTH, bottom + 26)
    ticks = _ticks(figure)
    edges = ticks[0], ticks[-1]
    place = _between(*edges, 24, WIDTH - 24)
    for tick in ticks:
        look = "plot-zero" if tick == 0 and figure.kind == Kind.POINTS else "plot-grid"
        canvas.line(look, place(tick), TOP - 6, place(tick), bottom)
        canvas.text("plot-middle", place(tick), bottom + 16, _tell(tick, figure.kind))
    for row, series in enumerate(figure.series):
        top = TOP + ROW * row
        canvas.text("plot-start", 0, top + 10, _short(series.name))
        _draw_interval(canvas, series, top + 24, place, edges)
    _write_label(canvas, figure.x_label)
    return canvas


def _draw_interval(
    canvas: Canvas,
    series: Series,
    middle: float,
    place: Scale,
    edges: tuple[float, float],
) -> None:
    point, look = series.points[0], colour_of(series)
    if point.y is None and not point.bounds:
        return
    if point.low is not None or point.high is not None:
        # An end that is infinite goes to the edge.
        start = edges[0] if point.low is None else max(point.low, edges[0])
        end = edges[1] if point.high is None else min(point.high, edges[1])
        canvas.line(f"reach {look}", place(start), middle, place(end), middle)
    if point.y is not None:
        canvas.circle(f"estimate {look}", place(point.y), middle, 4)
    if point.bounds:
        start, end = (place(bound or 0.0) for bound in point.bounds)
        width = max(end - start, THINNEST)
        canvas.rect(f"estimate {look}", start, middle - 4, width, 8)


def _short(name: str) -> str:
    most = int(WIDTH / LETTER)
    return name if len(name) <= most else f"{name[: most - 1]}…"


def _draw_lines(figure: Figure) -> Canvas:
    canvas = Canvas(WIDTH, HEIGHT)
    place = _axis_y(canvas, figure)
    points = [point for one in figure.series for point in one.points]
    named = {point.x: point.label for point in points if point.label}
    marks = sorted({point.x for point in points})
    across = _spacing(marks, is_named=bool(named))
    _write_marks(canvas, {x: named.get(x, f"{x:g}") for x in marks}, across)
    for series in figure.series:
        _draw_band(canvas, series, across, place)
        _draw_line(canvas, series, across, place)
    # Marks below the axis have one line, not two.
    canvas.height -= LINE
    _write_label(canvas, figure.x_label)
    _draw_names(canvas, figure.series)
    return canvas


def _write_marks(canvas: Canvas, words: dict[float, str], across: Scale) -> None:
    """As many of the words below the axis as there is room for."""
    room = (max(map(len, words.values()), default=0) + 1) * LETTER
    free_from = 0.0
    for x, said in words.items():
        if across(x) >= free_from:
            canvas.text("plot-middle", across(x), HEIGHT - BOTTOM + 18, said)
            free_from = across(x) + room


def _spacing(marks: list[float], *, is_named: bool) -> Scale:
    """Named places stand at equal distances, whatever their numbers."""
    start, end = LEFT + 22, WIDTH - RIGHT - 22
    if not is_named:
        low, high = min(marks, default=0.0), max(marks, default=1.0)
        return _between(low, high, start, end)
    numbered = _between(0, max(len(marks) - 1, 1), start, end)
    return lambda x: numbered(marks.index(x))


def _known(series: Series) -> list[Point]:
    return [point for point in series.points if point.y is not None]


def _draw_band(canvas: Canvas, series: Series, across: Scale, place: Scale) -> None:
    points = [p for p in _known(series) if p.low is not None and p.high is not None]
    if points:
        upper = [(across(p.x), place(min(p.high or 0.0, 1.0))) for p in points]
        lower = [(across(p.x), place(p.low or 0.0)) for p in reversed(points)]
        canvas.path("polygon", f"plot-band {colour_of(series)}", upper + lower)


def _draw_line(canvas: Canvas, series: Series, across: Scale, place: Scale) -> None:
    places = [(across(p.x), place(p.y or 0.0)) for p in _known(series)]
    canvas.path("polyline", f"plot-line {colour_of(series)}", places)
    for x, y in places:
        canvas.circle(f"estimate {colour_of(series)}", x, y, 2.2)


def _draw_names(canvas: Canvas, names: Sequence[Series]) -> None:
    """Whose line is whose, below everything."""
    for number, series in enumerate(names):
        row, column = divmod(number, NAMES_IN_ROW)
        left, top = LEFT + NAME_WIDTH * column, canvas.height + LINE * (row + 0.5)
        canvas.line(f"plot-line {colour_of(series)}", left, top, left + 22, top)
        canvas.text("plot-start", left + 28, top + 5, series.name)
    canvas.height += LINE * ceil(len(names) / NAMES_IN_ROW) + 4


def _draw_bars(figure: Figure) -> Canvas:
    canvas = Canvas(WIDTH, 190)
    _write_heading(canvas, figure.y_label)
    top = max((p.y or 0 for one in figure.series for p in one.points), default=0) or 1
    ticks = ticks_over(top, n_wanted=4)
    place = _between(0, ticks[-1], canvas.height - 24, TOP + 16)
    width = (WIDTH - LEFT) / max(len(figure.series), 1)
    for tick in ticks:
        canvas.line("plot-grid", LEFT, place(tick), WIDTH, place(tick))
        canvas.text("plot-end", LEFT - 8, place(tick) + 4, _tell(tick, figure.kind))
    for number, series in enumerate(figure.series):
        _draw_panel(canvas, series, LEFT + width * number, width - 10, place)
    _write_label(canvas, figure.x_label)
    return canvas


def _draw_panel(
    canvas: Canvas, series: Series, left: float, width: float, place: Scale
) -> None:
    step, ground = width / max(len(series.points), 1), place(0)
    canvas.text("plot-middle", left + width / 2, TOP + 4, series.name)
    for number, point in enumerate(series.points):
        height = ground - place(point.y or 0)
        look = f"plot-bar {colour_of(series)}"
        canvas.rect(look, left + step * number, ground - height, step * 0.85, height)
    canvas.text("plot-start", left, ground + 16, "0")
    canvas.text("plot-end", left + width, ground + 16, "100 %")


_DRAWERS: dict[Shape, Callable[[Figure], Canvas]] = {
    Shape.DOTS: _draw_dots,
    Shape.INTERVALS: _draw_intervals,
    Shape.LINES: _draw_lines,
    Shape.BARS: _draw_bars,
    Shape.FLOW: draw_flow,
}
