"""The flow of people from consent to analysis, as boxes."""

from studies.dashboard.results.canvas import Canvas
from studies.dashboard.results.words import LETTER, LINE, WIDTH, colour_of, wrap
from studies.services.results.shapes import Figure, Series

ROW = 17


def draw_flow(figure: Figure) -> Canvas:
    """``figure`` as boxes, each line of words where a phone has room for it."""
    top, *columns = figure.series
    width = WIDTH / len(columns)
    rows = [_flow_lines(series, width - 8) for series in columns]
    canvas = Canvas(WIDTH, 108 + ROW * max(map(len, rows)))
    middle, half = WIDTH / 2, 110
    canvas.rect("plot-box-line", middle - half, 2, 2 * half, 48)
    for row, point in enumerate(top.points):
        words = f"{point.label}: {point.y:,}"
        canvas.text("plot-middle", middle, 21 + LINE * row, words)
    canvas.line("plot-axis-line", width / 2, 62, WIDTH - width / 2, 62)
    canvas.line("plot-axis-line", middle, 50, middle, 62)
    for number, series in enumerate(columns):
        at = width * (number + 0.5)
        canvas.rect(
            "plot-box-line", at - width / 2 + 3, 74, width - 6, canvas.height - 76
        )
        canvas.text(f"plot-middle name {colour_of(series)}", at, 92, series.name)
        _draw_column(canvas, rows[number], at)
    return canvas


def _flow_lines(series: Series, width: float) -> list[tuple[str, str]]:
    """What stands in a column, line by line, each with its look."""
    lines = []
    for point in series.points:
        words = wrap(f"{point.label}", int(width / LETTER))
        lines += [("plot-middle", line) for line in words]
        lines += [("plot-middle count", f"{point.y:,}"), ("", "")]
    return lines[:-1]


def _draw_column(canvas: Canvas, lines: list[tuple[str, str]], middle: float) -> None:
    canvas.line("plot-axis-line", middle, 62, middle, 74)
    canvas.path(
        "polyline", "plot-arrow", [(middle - 4, 69), (middle, 74), (middle + 4, 69)]
    )
    for row, (look, words) in enumerate(lines):
        if words:
            canvas.text(look, middle, 114 + ROW * row, words)
