"""What a table consists of. One declaration per column makes the header, the codebook
and the metadata for machines."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from django.db.models import Choices

from studies.services.export.source import Page, Source

Row = Mapping[str, Any]
Rows = Callable[[Source], Iterator[Row]]


class Kind(StrEnum):
    """What the cells of a column are."""

    TEXT = "text", "somebody's own words"
    WORD = "word", "a word or an id that this program made"
    WHOLE = "integer", "a whole number"
    NUMBER = "number", "a number"
    FLAG = "flag", "0 or 1"
    JSON = "json", "JSON"

    meaning: str

    def __new__(cls, value: str, meaning: str) -> "Kind":
        kind = str.__new__(cls, value)
        kind._value_ = value
        kind.meaning = meaning
        return kind


@dataclass(frozen=True)
class Column:
    """One column: its name, what it means, and what its cells are.

    ``levels`` has every value that may occur, with its meaning if that needs words.
    """

    name: str
    meaning: str
    kind: Kind = Kind.WORD
    unit: str = ""
    levels: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Table:
    """A table of an export; ``key`` are the columns that tell its rows apart.

    A private one tells who somebody is, or when they took part by the clock.
    """

    name: str
    about: str
    key: tuple[str, ...]
    columns: tuple[Column, ...]
    rows: Rows
    is_private: bool = False

    @property
    def has_texts(self) -> bool:
        return any(column.kind == Kind.TEXT for column in self.columns)


def of_people(read: Callable[[Source, Page], Iterable[Row]]) -> Rows:
    """A table that is read for one page of sessions after the other."""

    def rows(source: Source) -> Iterator[Row]:
        for page in source.pages():
            yield from read(source, page)

    return rows


def text(name: str, meaning: str) -> Column:
    return Column(name, meaning, Kind.TEXT)


def whole(name: str, meaning: str, unit: str = "") -> Column:
    return Column(name, meaning, Kind.WHOLE, unit)


def number(name: str, meaning: str, unit: str = "") -> Column:
    return Column(name, meaning, Kind.NUMBER, unit)


def flag(name: str, meaning: str) -> Column:
    return Column(name, meaning, Kind.FLAG, levels={"0": "no", "1": "yes"})


def moment(name: str, meaning: str) -> Column:
    """A time as everybody may know it: how long after the person's consent."""
    return whole(name, meaning, "milliseconds since consent")


def duration(name: str, meaning: str) -> Column:
    return whole(name, meaning, "milliseconds")


def choice(name: str, meaning: str, levels: type[Choices]) -> Column:
    """One of the words of a model's choices."""
    named = {str(value): str(label) for value, label in levels.choices}
    return Column(name, meaning, Kind.WORD, levels=named)
