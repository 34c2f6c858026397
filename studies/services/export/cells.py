"""Values as cells of a CSV, and texts that no spreadsheet takes for a formula."""

import csv
import json
from collections.abc import Callable
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


class _Echo:
    """A file that hands back what is written: a row as the CSV has it."""

    def write(self, line: str) -> str:
        return line


class RowWriter:
    """Rows of ``columns`` as lines: one that spreadsheets may open, and the raw one.

    An export has hundreds of rows per person, so what can be is settled once here.
    """

    def __init__(self, columns: tuple[Column, ...]) -> None:
        self._names = [column.name for column in columns]
        kinds = [column.kind for column in columns]
        self._forms = [(i, _FORMS[k]) for i, k in enumerate(kinds) if k in _FORMS]
        self._texts = [i for i, kind in enumerate(kinds) if kind == Kind.TEXT]
        self._write: Callable[[list[Any]], Any] = csv.writer(_Echo()).writerow

    def header(self) -> str:
        return str(self._write(self._names))

    def lines(self, row: Row) -> tuple[str, str]:
        """``row`` safe, and raw."""
        cells = [row[name] for name in self._names]
        for index, form in self._forms:
            if cells[index] is not None:
                cells[index] = form(cells[index])
        raw = self._write(cells)
        dangerous = [i for i in self._texts if cells[i] and _is_formula(str(cells[i]))]
        if not dangerous:
            return raw, raw
        for index in dangerous:
            cells[index] = defuse(str(cells[index]))
        return self._write(cells), raw


def _is_formula(cell: str) -> bool:
    return cell.startswith(FORMULA_BEGINNINGS)


def defuse(cell: str) -> str:
    """The text, marked as one where a spreadsheet would take it for a formula."""
    return f"'{cell}" if _is_formula(cell) else cell


def milliseconds(at: datetime | None, since: datetime | None) -> int | None:
    """How long after ``since`` it was; None when one of both never was."""
    if at is None or since is None:
        return None
    return round((at - since) / _MILLISECOND)
