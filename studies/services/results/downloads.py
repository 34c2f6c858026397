"""A figure of the report as a file: to print, or its numbers as CSV."""

import csv
import io

from studies.errors import NotFoundError
from studies.formulas import defuse
from studies.services.results.shapes import Cell, Figure, Report

CSV = "csv"
CONTENT_TYPES = {
    "svg": "image/svg+xml",
    "pdf": "application/pdf",
    "png": "image/png",
    CSV: "text/csv; charset=utf-8",
}
_COLUMNS = ("series", "what", "label", "x", "y", "low", "high", "n")
_BOUNDS = ("bound_from", "bound_to")


def write_figure(report: Report, *, part: str, kind: str) -> bytes:
    """The figure of ``part`` in one of ``CONTENT_TYPES``."""
    figures = {one.key: one.figure for one in report.parts}
    figure = figures.get(part)
    if figure is None:
        raise NotFoundError
    return write_as(figure, kind)


def write_table(report: Report, *, key: str) -> bytes:
    """The table ``key`` as CSV: numbers as they are, under the names of columns."""
    tables = {table.key: table for part in report.parts for table in part.tables}
    if key not in tables:
        raise NotFoundError
    file = io.StringIO(newline="")
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow([column.key for column in tables[key].columns])
    writer.writerows([_defuse(cell) for cell in row] for row in tables[key].rows)
    return file.getvalue().encode()


def _defuse(cell: Cell) -> Cell:
    """Labels come from designs and questions: no spreadsheet may compute them."""
    return defuse(cell) if isinstance(cell, str) else cell


def write_as(figure: Figure, kind: str) -> bytes:
    """``figure`` as a file of ``kind``."""
    if kind not in CONTENT_TYPES:
        raise NotFoundError
    if kind == CSV:
        return write_numbers(figure)
    # Loading matplotlib takes longer than most pages: only who downloads waits for it.
    from studies.services.results.printing import print_figure

    return print_figure(figure, kind)


def write_numbers(figure: Figure) -> bytes:
    """The numbers of ``figure``: every person's dot, and every point."""
    file = io.StringIO(newline="")
    writer = csv.writer(file, lineterminator="\n")
    is_bounded = any(point.bounds for one in figure.series for point in one.points)
    writer.writerow([*_COLUMNS, *(_BOUNDS if is_bounded else ())])
    for series in figure.series:
        name = defuse(series.name)
        for value in series.values:
            writer.writerow([name, "person", "", "", value, "", "", ""])
        for point in series.points:
            writer.writerow(
                [
                    *(name, "point", defuse(point.label), point.x),
                    *(point.y, point.low, point.high, point.n),
                    *((point.bounds or ("", "")) if is_bounded else ()),
                ]
            )
    return file.getvalue().encode()
