"""Lists that are searched by words and sorted by a click on a heading.

For rows that are at hand; where rows are many, the database searches and sorts.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.http import HttpRequest

from studies.dashboard.sorting import Column, Order, write_query

LONGEST_SEARCH = 100
Row = TypeVar("Row")


@dataclass(frozen=True)
class Heading(Generic[Row]):
    """What stands above a column, and what sorts below it; None comes last."""

    label: str
    key: Callable[[Row], Any]
    is_number: bool = False


@dataclass(frozen=True)
class Listing(Generic[Row]):
    """Of a page's rows those that fit what is looked for, in the order asked for.

    ``name`` begins the names of its parameters, as a page may have several lists;
    what the address asks of the others is kept.
    """

    name: str
    label: str
    rows: list[Row]
    n_all: int
    columns: list[Column]
    search: str
    sort: str
    others: dict[str, str]
    longest_search: int = LONGEST_SEARCH

    @property
    def has_search(self) -> bool:
        """Whether there is anything to be found, or a search to be undone."""
        return self.n_all > 1 or bool(self.search)

    @property
    def kept(self) -> str:
        """The query of an address that shows the list as it is now."""
        own = {f"{self.name}-search": self.search, f"{self.name}-sort": self.sort}
        return write_query({**self.others, **own})

    @property
    def without_search(self) -> str:
        """The query of an address that shows all of it."""
        return write_query(self.others)


def list_rows(
    request: HttpRequest,
    rows: Iterable[Row],
    headings: Mapping[str, Heading[Row]],
    *,
    name: str,
    label: str,
    words: Callable[[Row], Iterable[str]],
    usual: str = "",
) -> Listing[Row]:
    """The list as an address asks for it; as it came where it does not ask.

    ``label`` says what is looked for, and ``words`` where; ``usual`` names the column
    by which rows come sorted, if there is one.
    """
    rows = list(rows)
    search = request.GET.get(f"{name}-search", "").strip()[:LONGEST_SEARCH]
    asked = request.GET.get(f"{name}-sort", "")
    order = Order.read(asked, among=headings, usual=usual)
    found = [row for row in rows if _fits(words(row), search)]
    own = (f"{name}-search", f"{name}-sort")
    others = {
        key: request.GET.get(key, "")
        for key in request.GET
        if key not in own and key != "page"
    }

    def query(sort: str) -> str:
        return write_query({**others, own[0]: search, own[1]: sort})

    columns = [
        order.column(column, each.label, query=query, is_number=each.is_number)
        for column, each in headings.items()
    ]
    if str(order) != usual:
        found = _sort(found, headings[order.name].key, is_reversed=order.is_reversed)
    return Listing(name, label, found, len(rows), columns, search, asked, others)


def _fits(words: Iterable[str], search: str) -> bool:
    return not search or search.casefold() in " ".join(words).casefold()


def _sort(
    rows: list[Row], key: Callable[[Row], Any], *, is_reversed: bool
) -> list[Row]:
    """Rows whose key is known, sorted, then the others."""
    known = [row for row in rows if key(row) is not None]
    unknown = [row for row in rows if key(row) is None]
    return [*sorted(known, key=key, reverse=is_reversed), *unknown]
