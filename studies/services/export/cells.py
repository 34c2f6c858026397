"""Values as cells of a CSV, and texts that no spreadsheet takes for a formula."""

import json
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

from studies.formulas import defuse, is_formula
from studies.services.export.columns import Column, Kind, Row

# What a cell is put into quotes for, as Python's csv does.
_SPECIAL = ('"', ",", "\r", "\n")
_END = "\r\n"
_MILLISECOND = timedelta(milliseconds=1)
Texts = list[str]


def _as_json(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


# Whatever else there is is written as it is, and a value not there as nothing.
_FORMS: dict[Kind, Callable[[Any], Any]] = {
    Kind.FLAG: int,
    Kind.JSON: _as_json,
    Kind.NUMBER: float,
}


class RowWriter:
    """Rows of ``columns`` as lines: such that spreadsheets may open, and the raw ones.

    An export has hundreds of rows per person. They are written column by column:
    mostly a whole column has nothing to be quoted, which is seen at a glance, where
    Python's csv looks at every letter.
    """

    def __init__(self, columns: tuple[Column, ...]) -> None:
        self._columns = columns

    def header(self) -> str:
        return _as_lines([[column.name] for column in self._columns])

    def lines(self, rows: Sequence[Row]) -> tuple[str, str]:
        """``rows`` safe, and raw."""
        texts = [_as_texts(column, rows) for column in self._columns]
        raw = _as_lines(texts)
        dangerous = [
            number
            for number, column in enumerate(self._columns)
            if column.kind == Kind.TEXT and any(map(is_formula, texts[number]))
        ]
        if not dangerous:
            return raw, raw
        for number in dangerous:
            texts[number] = [defuse(text) for text in texts[number]]
        return _as_lines(texts), raw


def _as_texts(column: Column, rows: Sequence[Row]) -> Texts:
    name, form = column.name, _FORMS.get(column.kind)
    cells = [row[name] for row in rows]
    if form is not None:
        cells = [None if cell is None else form(cell) for cell in cells]
    return ["" if cell is None else str(cell) for cell in cells]


def _as_lines(columns: Sequence[Texts]) -> str:
    rows = zip(*map(_quoted, columns), strict=True)
    return _END.join(map(",".join, rows)) + _END


def _quoted(texts: Texts) -> Texts:
    if not _is_special("".join(texts)):
        return texts
    return [_quote(text) if _is_special(text) else text for text in texts]


def _is_special(text: str) -> bool:
    return any(mark in text for mark in _SPECIAL)


def _quote(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def milliseconds(at: int | None, since: int | None) -> int | None:
    """How long after ``since`` it was, in microseconds; None if one never was."""
    return None if at is None or since is None else round((at - since) / 1000)


def milliseconds_between(since: datetime | None, at: datetime | None) -> int | None:
    """The same of times that are no numbers."""
    return None if at is None or since is None else round((at - since) / _MILLISECOND)
