"""What a report is made of: parts with sentences, tables and a figure.

Page, command, API and downloads all print this one value, so that they cannot disagree.
Numbers are plain; None is a number that there is not, or an end that is infinite.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from math import isfinite
from typing import Any

Cell = str | float | int | bool | None
_GUIDES = ("level", "own", "price")


class Kind(StrEnum):
    """How the numbers of a column are written."""

    TEXT = "text"
    COUNT = "count"
    SHARE = "share"
    POINTS = "points"
    P = "p"
    NUMBER = "number"
    FINE = "fine"
    """A number with three digits after the point."""
    MINUTES = "minutes"
    EXACT = "exact"
    """As in the paper's table: three digits of a share."""
    EXACT_P = "exact_p"
    """As in the paper's table: four digits."""
    YES = "yes"


@dataclass(frozen=True)
class Column:
    key: str
    label: str
    kind: Kind = Kind.TEXT


@dataclass(frozen=True)
class Table:
    """Rows of plain cells under named columns."""

    key: str
    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]

    def dicts(self) -> list[dict[str, Cell]]:
        """The rows by the keys of their columns."""
        keys = [column.key for column in self.columns]
        return [dict(zip(keys, row, strict=True)) for row in self.rows]


class Shape(StrEnum):
    """How a figure is drawn."""

    DOTS = "dots"
    """People as dots, with a mean and its interval, one column per series."""
    INTERVALS = "intervals"
    """One line per series: an estimate and its interval around no difference."""
    LINES = "lines"
    """One line per series over x, with a band."""
    BARS = "bars"
    """One panel per series: how many people at each x."""
    FLOW = "flow"
    """Boxes from consent to analysis, one column per series."""


@dataclass(frozen=True)
class Point:
    y: float | None
    low: float | None = None
    high: float | None = None
    x: float = 0.0
    n: int = 0
    label: str = ""
    bounds: Sequence[float | None] = ()
    """From where to where it is bounded, where it has no one value ``y``."""


@dataclass(frozen=True)
class Series:
    """An arm, or a line of a figure of intervals; ``colour`` counts arms from 0."""

    name: str
    colour: int = 0
    points: Sequence[Point] = ()
    values: Sequence[float] = ()


@dataclass(frozen=True)
class Guide:
    """A line through a figure that is no data, and what it stands for."""

    at: float
    label: str


@dataclass(frozen=True)
class Figure:
    shape: Shape
    words: str
    """What somebody who cannot see it should know."""
    kind: Kind
    """How the numbers along its scale are written."""
    series: Sequence[Series]
    x_label: str = ""
    y_label: str = ""
    threshold: float | None = None
    """Where along x nobody should be beyond."""
    is_counted: bool = False
    """Of bars: whether x has whole numbers alone, which stand amid their bars."""
    level: Guide | None = None
    """Of lines: a height that they should reach."""
    own: Guide | None = None
    """Of lines: the place along x where one is now."""
    price: Guide | None = None
    """Of lines: what every 1 of x costs, on a scale of its own."""


@dataclass(frozen=True)
class Part:
    """A section of the report, with the figure first and its numbers below."""

    key: str
    title: str
    sentences: Sequence[str] = ()
    tables: Sequence[Table] = ()
    figure: Figure | None = None


@dataclass(frozen=True)
class Report:
    """Everything that came out of a study's people of one purpose."""

    study: str
    purpose: str
    headline: str
    sentences: Sequence[str]
    warnings: Sequence[str]
    parts: Sequence[Part] = field(default=())

    def part(self, key: str) -> Part:
        return next(part for part in self.parts if part.key == key)


def to_json(report: Report) -> dict[str, Any]:
    """``report`` as databases and programs take it: without nan and infinity."""
    plain: dict[str, Any] = _plain(asdict(report))
    return plain


def from_json(data: Mapping[str, Any]) -> Report:
    """The report again that ``to_json`` wrote."""
    parts = [_part(part) for part in data["parts"]]
    return Report(**{**data, "parts": parts})


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if isinstance(value, float) and not isfinite(value):
        return None
    return value.item() if hasattr(value, "item") else value


def _part(data: Mapping[str, Any]) -> Part:
    figure = data["figure"]
    tables = [_table(table) for table in data["tables"]]
    return Part(
        **{**data, "tables": tables, "figure": None if figure is None else _fig(figure)}
    )


def _table(data: Mapping[str, Any]) -> Table:
    columns = [
        Column(column["key"], column["label"], Kind(column["kind"]))
        for column in data["columns"]
    ]
    return Table(**{**data, "columns": columns})


def _fig(data: Mapping[str, Any]) -> Figure:
    series = [
        Series(**{**one, "points": [Point(**point) for point in one["points"]]})
        for one in data["series"]
    ]
    known = {
        "series": series,
        "shape": Shape(data["shape"]),
        "kind": Kind(data["kind"]),
        **{name: Guide(**data[name]) for name in _GUIDES if data.get(name)},
    }
    return Figure(**{**data, **known})
