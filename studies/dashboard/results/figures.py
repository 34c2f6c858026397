"""The report's figures as light SVG: no style attributes, colours by arm."""

from collections.abc import Callable

from studies.dashboard.drawing import nice_ticks
from studies.dashboard.results.canvas import Canvas
from studies.services.results.formatting import format_cell
from studies.services.results.shapes import Figure, Kind, Point, Series, Shape
from studies.services.results.swarm import BESIDE, spread

WIDTH, HEIGHT = 640, 320
LEFT, RIGHT, TOP, BOTTOM = 60, 14, 18, 44
NAMES = 210
ROW = 24
LETTER = 6.4
N_COLOURS = 5
Scale = Callable[[float], float]


def draw_figure(figure: Figure) -> Canvas:
    """``figure`` as elements of an SVG."""
    return _DRAWERS[figure.shape](figure)


def _colour(series: Series) -> str:
    return f"series-{series.colour % N_COLOURS}"


def _span(figure: Figure) -> tuple[float, float]:
    """What the scale reaches over: 0 at least, shares up to 1 where they go so far."""
    numbers = [value for one in figure.series for value in one.values]
    for point in (point for one in figure.series for point in one.points):
        numbers += [n for n in (point.y, point.low, point.high) if n is not None]
    low, high = min(numbers, default=0.0), max(numbers, default=1.0)
    if figure.kind == Kind.SHARE:
        low, high = max(low, -1.0), min(high, 1.0)
    return min(low, 0.0), max(high, 0.0) or 1.0


def _ticks(low: float, high: float) -> list[float]:
    step_ticks = nice_ticks(high - low)
    step = step_ticks[1] if len(step_ticks) > 1 else high - low
    first = int(low / step) - (low < 0)
    ticks = [number * step for number in range(first, int(high / step) + 1)]
    return [tick for tick in ticks if low - 1e-9 <= tick <= high + 1e-9]


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
    low, high = _span(figure)
    place = _between(low, high, canvas.height - BOTTOM, TOP)
    for tick in _ticks(low, high):
        canvas.line("plot-grid", LEFT, place(tick), canvas.width - RIGHT, place(tick))
        canvas.text("plot-end", LEFT - 8, place(tick) + 4, _tell(tick, figure.kind))
    return place


def _draw_dots(figure: Figure) -> Canvas:
    canvas = Canvas(WIDTH, HEIGHT)
    place = _axis_y(canvas, figure)
    step = (WIDTH - LEFT - RIGHT) / max(len(figure.series), 1)
    for number, series in enumerate(figure.series):
        middle = LEFT + step * (number + 0.5)
        for value, offset in zip(series.values, spread(series.values), strict=True):
            look = f"dot {_colour(series)}"
            canvas.circle(look, middle + step * offset, place(value), 3)
        # Beside the dots, so that it hides nobody.
        _draw_mean(canvas, series, middle - BESIDE * step, place)
        name = f"{series.name} (n = {series.points[0].n})"
        canvas.text("plot-middle", middle, HEIGHT - BOTTOM + 20, name)
    canvas.text("plot-middle", WIDTH / 2, HEIGHT - 4, figure.y_label)
    return canvas


def _draw_mean(canvas: Canvas, series: Series, at: float, place: Scale) -> None:
    point, look = series.points[0], f"reach {_colour(series)}"
    if point.y is None:
        return
    canvas.circle(f"estimate {_colour(series)}", at, place(point.y), 5)
    if point.low is not None and point.high is not None:
        canvas.line(look, at, place(point.low), at, place(point.high))


def _draw_intervals(figure: Figure) -> Canvas:
    canvas = Canvas(WIDTH, TOP + ROW * len(figure.series) + BOTTOM)
    low, high = _span(figure)
    place = _between(low, high, NAMES, WIDTH - RIGHT - 10)
    bottom = canvas.height - BOTTOM
    for tick in _ticks(low, high):
        look = "plot-zero" if tick == 0 and figure.kind == Kind.POINTS else "plot-grid"
        canvas.line(look, place(tick), TOP - 6, place(tick), bottom)
        canvas.text("plot-middle", place(tick), bottom + 16, _tell(tick, figure.kind))
    for row, series in enumerate(figure.series):
        middle = TOP + ROW * (row + 0.5)
        canvas.text("plot-end", NAMES - 10, middle + 4, _short(series.name))
        _draw_interval(canvas, series, middle, place, (low, high))
    canvas.text("plot-middle", (NAMES + WIDTH) / 2, canvas.height - 6, figure.x_label)
    return canvas


def _draw_interval(
    canvas: Canvas,
    series: Series,
    middle: float,
    place: Scale,
    edges: tuple[float, float],
) -> None:
    point, look = series.points[0], _colour(series)
    if point.y is None:
        return
    if point.low is not None or point.high is not None:
        # An end that is infinite goes to the edge.
        start = edges[0] if point.low is None else max(point.low, edges[0])
        end = edges[1] if point.high is None else min(point.high, edges[1])
        canvas.line(f"reach {look}", place(start), middle, place(end), middle)
    canvas.circle(f"estimate {look}", place(point.y), middle, 5)


def _short(name: str) -> str:
    most = int(NAMES / LETTER)
    return name if len(name) <= most else f"{name[: most - 1]}…"


def _draw_lines(figure: Figure) -> Canvas:
    canvas = Canvas(WIDTH, HEIGHT)
    place = _axis_y(canvas, figure)
    points = [point for one in figure.series for point in one.points]
    named = {point.x: point.label for point in points if point.label}
    marks = sorted({point.x for point in points})
    across = _spacing(marks, is_named=bool(named))
    for x in marks:
        words = named.get(x, f"{x:g}")
        canvas.text("plot-middle", across(x), HEIGHT - BOTTOM + 18, words)
    for series in figure.series:
        _draw_band(canvas, series, across, place)
    for number, series in enumerate(figure.series):
        _draw_line(canvas, series, across, place)
        _draw_name(canvas, series, number)
    canvas.text("plot-middle", WIDTH / 2, HEIGHT - 6, figure.x_label)
    return canvas


def _spacing(marks: list[float], *, is_named: bool) -> Scale:
    """Named places stand at equal distances, whatever their numbers."""
    if not is_named:
        low, high = min(marks, default=0.0), max(marks, default=1.0)
        return _between(low, high, LEFT + 20, WIDTH - RIGHT - 90)
    return lambda x: _between(
        0, max(len(marks) - 1, 1), LEFT + 30, WIDTH - RIGHT - 100
    )(marks.index(x))


def _known(series: Series) -> list[Point]:
    return [point for point in series.points if point.y is not None]


def _draw_band(canvas: Canvas, series: Series, across: Scale, place: Scale) -> None:
    points = [p for p in _known(series) if p.low is not None and p.high is not None]
    if points:
        upper = [(across(p.x), place(min(p.high or 0.0, 1.0))) for p in points]
        lower = [(across(p.x), place(p.low or 0.0)) for p in reversed(points)]
        canvas.path("polygon", f"plot-band {_colour(series)}", upper + lower)


def _draw_line(canvas: Canvas, series: Series, across: Scale, place: Scale) -> None:
    places = [(across(p.x), place(p.y or 0.0)) for p in _known(series)]
    canvas.path("polyline", f"plot-line {_colour(series)}", places)
    for x, y in places:
        canvas.circle(f"estimate {_colour(series)}", x, y, 3)


def _draw_name(canvas: Canvas, series: Series, number: int) -> None:
    left, top = WIDTH - 84, TOP + 10 + 20 * number
    canvas.line(f"plot-line {_colour(series)}", left, top, left + 22, top)
    canvas.text("plot-start", left + 28, top + 4, series.name)


def _draw_bars(figure: Figure) -> Canvas:
    canvas = Canvas(WIDTH, 220)
    top = max((p.y or 0 for one in figure.series for p in one.points), default=0) or 1
    place = _between(0, top, canvas.height - BOTTOM, TOP + 16)
    width = (WIDTH - LEFT) / max(len(figure.series), 1)
    for tick in nice_ticks(top, n_wanted=4):
        canvas.line("plot-grid", LEFT, place(tick), WIDTH, place(tick))
        canvas.text("plot-end", LEFT - 8, place(tick) + 4, _tell(tick, figure.kind))
    for number, series in enumerate(figure.series):
        _draw_panel(canvas, series, LEFT + width * number, width - 14, place)
    canvas.text("plot-middle", WIDTH / 2, canvas.height - 6, figure.x_label)
    return canvas


def _draw_panel(
    canvas: Canvas, series: Series, left: float, width: float, place: Scale
) -> None:
    step, floor = width / max(len(series.points), 1), place(0)
    canvas.text("plot-middle", left + width / 2, TOP + 4, series.name)
    for number, point in enumerate(series.points):
        height = floor - place(point.y or 0)
        look = f"plot-bar {_colour(series)}"
        canvas.rect(look, left + step * number, floor - height, step * 0.85, height)
    canvas.text("plot-start", left, floor + 16, "0")
    canvas.text("plot-end", left + width, floor + 16, "100 %")


def _draw_flow(figure: Figure) -> Canvas:
    top, *columns = figure.series
    n_rows = max(len(series.points) for series in columns)
    canvas = Canvas(WIDTH, 120 + 44 * n_rows)
    width = WIDTH / len(columns)
    middle = WIDTH / 2
    canvas.rect("plot-box-line", middle - 120, 4, 240, 52)
    for row, point in enumerate(top.points):
        words = f"{point.label}: {point.y:,}"
        canvas.text("plot-middle", middle, 26 + 20 * row, words)
    canvas.line("plot-axis-line", width / 2, 74, WIDTH - width / 2, 74)
    canvas.line("plot-axis-line", middle, 56, middle, 74)
    for number, series in enumerate(columns):
        _draw_column(canvas, series, width * (number + 0.5), width - 10)
    return canvas


def _draw_column(canvas: Canvas, series: Series, middle: float, width: float) -> None:
    canvas.line("plot-axis-line", middle, 74, middle, 90)
    height = 22 + 44 * len(series.points)
    canvas.rect("plot-box-line", middle - width / 2, 90, width, height)
    canvas.text(f"plot-middle name {_colour(series)}", middle, 110, series.name)
    for row, point in enumerate(series.points):
        first, *rest = _wrapped(f"{point.label}", int(width / LETTER))
        y = 132 + 44 * row
        canvas.text("plot-middle", middle, y, first)
        tail = f"{' '.join(rest)}: {point.y:,}" if rest else f"{point.y:,}"
        canvas.text("plot-middle", middle, y + 16, tail)


def _wrapped(words: str, most: int) -> list[str]:
    """``words`` on as many lines as they need."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if len(longer) <= most or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


_DRAWERS: dict[Shape, Callable[[Figure], Canvas]] = {
    Shape.DOTS: _draw_dots,
    Shape.INTERVALS: _draw_intervals,
    Shape.LINES: _draw_lines,
    Shape.BARS: _draw_bars,
    Shape.FLOW: _draw_flow,
}
