"""Values as cells of a CSV, and texts that no spreadsheet takes for a formula."""

import json
from datetime import datetime, timedelta
from typing import Any

from studies.services.export.columns import Column, Kind, Row

FORMULA_BEGINNINGS = ("=", "+", "-", "@", "\t", "\r")
_MILLISECOND = timedelta(milliseconds=1)


def write_cells(columns: tuple[Column, ...], row: Row) -> list[Any]:
    """The cells of ``row``; a value that is not there is an empty cell."""
    return [write_cell(row[column.name], column.kind) for column in columns]


def write_cell(value: Any, kind: Kind) -> Any:
    if value is None:
        return ""
    if kind == Kind.FLAG:
        return int(value)
    if kind == Kind.JSON:
        return json.dumps(value, sort_keys=True, ensure_ascii=False)
    return repr(float(value)) if kind == Kind.NUMBER else str(value)


def make_safe(columns: tuple[Column, ...], cells: list[Any]) -> list[Any]:
    """The same cells, in which texts are texts for spreadsheets, too."""
    return [
        defuse(cell) if column.kind == Kind.TEXT else cell
        for column, cell in zip(columns, cells, strict=True)
    ]


def defuse(cell: str) -> str:
    """The text, marked as one where a spreadsheet would take it for a formula."""
    return f"'{cell}" if cell.startswith(FORMULA_BEGINNINGS) else cell


def milliseconds(at: datetime | None, since: datetime | None) -> int | None:
    """How long after ``since`` it was; None when one of both never was."""
    if at is None or since is None:
        return None
    return round((at - since) / _MILLISECOND)
