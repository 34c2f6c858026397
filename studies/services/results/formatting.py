"""Numbers as people read them, the same on the page and on the command line."""

from collections.abc import Callable, Iterator
from math import isfinite
from typing import Any

from studies.services.results.shapes import Cell, Kind, Table
from studies.statistics.numbers import format_exact_p, format_exactly, format_p

NOTHING = "\N{EN DASH}"
_MINUS = "\N{MINUS SIGN}"


def format_cell(value: Cell, kind: Kind) -> str:
    """``value`` as its column writes it; a dash where there is no number."""
    is_absent = value is None or (isinstance(value, float) and not isfinite(value))
    return NOTHING if is_absent else _FORMS[kind](value)


def format_rows(table: Table) -> list[list[str]]:
    """The cells of a table as texts."""
    kinds = [column.kind for column in table.columns]
    return [
        [format_cell(cell, kind) for cell, kind in zip(row, kinds, strict=True)]
        for row in table.rows
    ]


def print_table(table: Table) -> Iterator[str]:
    """A table as lines of text, texts to the left and numbers to the right."""
    head = [column.label for column in table.columns]
    rows = [head, *format_rows(table)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    is_text = [column.kind == Kind.TEXT for column in table.columns]
    for row in rows:
        cells = zip(row, widths, is_text, strict=True)
        yield "  ".join(
            cell.ljust(width) if left else cell.rjust(width)
            for cell, width, left in cells
        ).rstrip()


def _number(digits: int, factor: float = 1, unit: str = "") -> Callable[[Any], str]:
    def form(value: Any) -> str:
        # Adding 0 makes a plain zero of a negative one.
        rounded = round(factor * value, digits) + 0.0
        return f"{rounded:.{digits}f}".replace("-", _MINUS) + unit

    return form


_FORMS: dict[Kind, Callable[[Any], str]] = {
    Kind.TEXT: str,
    Kind.COUNT: lambda value: f"{value:,}",
    Kind.SHARE: _number(1, 100, " %"),
    Kind.POINTS: _number(1, 100),
    Kind.P: format_p,
    Kind.NUMBER: _number(2),
    Kind.FINE: _number(3),
    Kind.MINUTES: _number(1),
    Kind.EXACT: lambda value: format_exactly(value, 3),
    Kind.EXACT_P: format_exact_p,
    Kind.YES: lambda value: "yes" if value else "no",
}
