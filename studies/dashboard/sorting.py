"""Lists that are sorted by a click on a heading."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.http import urlencode


@dataclass(frozen=True)
class Column:
    """A heading that sorts the list."""

    label: str
    query: str
    is_number: bool
    sorted: str


@dataclass(frozen=True)
class Order:
    """By which column a list is sorted, and whether from the other end."""

    name: str
    is_reversed: bool = False

    @classmethod
    def read(cls, asked: str, *, among: Collection[str], usual: str) -> "Order":
        """What an address asks for; the ``usual`` order where that is nonsense."""
        chosen = asked if asked.removeprefix("-") in among else usual
        return cls(chosen.removeprefix("-"), chosen.startswith("-"))

    def __str__(self) -> str:
        return f"-{self.name}" if self.is_reversed else self.name

    def column(
        self, name: str, label: str, *, query: Callable[[str], str], is_number: bool
    ) -> Column:
        """The heading of a column; a click on the sorted one turns the order round."""
        is_up = name == self.name and not self.is_reversed
        return Column(
            label=label,
            query=query(f"-{name}" if is_up else name),
            is_number=is_number,
            sorted=self._told(name),
        )

    def _told(self, name: str) -> str:
        if name != self.name:
            return ""
        return "descending" if self.is_reversed else "ascending"


def write_query(parts: Mapping[str, Any]) -> str:
    """The query of an address, without what is empty."""
    return urlencode({name: part for name, part in parts.items() if part})
