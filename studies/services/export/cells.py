"""Values as cells of a CSV, and texts that no spreadsheet takes for a formula."""

import csv
import io
import json
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any

from studies.services.export.columns import Column, Kind, Row

FORMULA_BEGINNINGS = ("=", "+", "-", "@", "\t", "\r")
_MILLISECOND = timedelta(milliseconds=1)


def _as_json(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


# Whatever else there is the CSV writes as it is, and a value not there as nothing.
_FORMS: dict[Kind, Callable[[Any], Any]] = {
    Kind.FLAG: int,
    Kind.JSON: _as_json,
    Kind.NUMBER: float,
}


class RowWriter:
    """Rows of ``columns`` as lines: such that spreadsheets may open, and the raw ones.

    An export has hundreds of rows per person, so what can be is settled once here.
    """

    def __init__(self, columns: tuple[Column, ...]) -> None:
        self._names = [column.name for column in columns]
        kinds = [column.kind for column in columns]
        self._forms = [(i, _FORMS[k]) for i, k in enumerate(kinds) if k in _FORMS]
        self._texts = [i for i, kind in enumerate(kinds) if kind == Kind.TEXT]

    def header(self) -> str:
        return _as_lines([self._names])

    def lines(self, rows: Iterable[Row]) -> tuple[str, str]:
        """``rows`` safe, and raw."""
        table = [self._cells(row) for row in rows]
        raw = _as_lines(table)
        dangerous = [
            (cells, i)
            for cells in table
            for i in self._texts
            if cells[i] and _is_formula(str(cells[i]))
        ]
        if not dangerous:
            return raw, raw
        for cells, i in dangerous:
            cells[i] = defuse(str(cells[i]))
        return _as_lines(table), raw

    def _cells(self, row: Row) -> list[Any]:
        cells = [row[name] for name in self._names]
        for index, form in self._forms:
            if cells[index] is not None:
                cells[index] = form(cells[index])
        return cells


def _as_lines(table: Iterable[list[Any]]) -> str:
    text = io.StringIO(newline="")
    csv.writer(text).writerows(table)
    return text.getvalue()


def _is_formula(cell: str) -> bool:
    return cell.startswith(FORMULA_BEGINNINGS)


def defuse(cell: str) -> str:
    """The text, marked as one where a spreadsheet would take it for a formula."""
    return f"'{cell}" if _is_formula(cell) else cell


def milliseconds(at: int | None, since: int | None) -> int | None:
    """How long after ``since`` it was, in microseconds; None if one never was."""
    return None if at is None or since is None else round((at - since) / 1000)


def milliseconds_between(since: datetime | None, at: datetime | None) -> int | None:
    """The same of times that are no numbers."""
    return None if at is None or since is None else round((at - since) / _MILLISECOND)
