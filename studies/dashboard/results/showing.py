"""Parts of the report as the page shows them."""

from dataclasses import dataclass

from studies.dashboard.results.canvas import Canvas
from studies.dashboard.results.figures import draw_figure
from studies.services.results.downloads import CONTENT_TYPES
from studies.services.results.formatting import format_rows
from studies.services.results.shapes import Kind, Part, Table

FEW_ROWS = 24
# In letters: what has room in half of a wide page.
HALF_A_PAGE, WIDEST_NAME, PADDING = 58, 24, 3


@dataclass(frozen=True)
class ShownTable:
    """A table as texts; a cell says whether it is a number."""

    table: Table
    head: list[tuple[str, bool]]
    rows: list[list[tuple[str, bool]]]

    @property
    def is_long(self) -> bool:
        return len(self.rows) > FEW_ROWS

    @property
    def is_narrow(self) -> bool:
        """Whether it has room beside a figure; names and headings wrap."""
        columns = list(zip(*self.rows, strict=True))
        names, *rest = ([len(cell) for cell, _ in column] for column in columns)
        heads = [max(map(len, label.split())) for label, _ in self.head[1:]]
        cells = [max(head, *sizes) for head, sizes in zip(heads, rest, strict=True)]
        n_letters = min(WIDEST_NAME, max(names)) + sum(cells)
        return n_letters + PADDING * len(columns) <= HALF_A_PAGE


@dataclass(frozen=True)
class ShownPart:
    """A section of the page."""

    part: Part
    plot: Canvas | None
    tables: list[ShownTable]
    formats: tuple[str, ...] = tuple(CONTENT_TYPES)

    @property
    def beside(self) -> str:
        """What stands beside the figure where there is room."""
        if self.plot is None:
            return ""
        return "table" if self.tables and self.tables[0].is_narrow else "words"


def show_part(part: Part) -> ShownPart:
    """``part`` with its figure drawn and its numbers written."""
    return ShownPart(
        part=part,
        plot=None if part.figure is None else draw_figure(part.figure),
        tables=[_show_table(table) for table in part.tables if table.rows],
    )


def _show_table(table: Table) -> ShownTable:
    are_numbers = [column.kind != Kind.TEXT for column in table.columns]
    labels = [column.label for column in table.columns]
    return ShownTable(
        table=table,
        head=list(zip(labels, are_numbers, strict=True)),
        rows=[list(zip(row, are_numbers, strict=True)) for row in format_rows(table)],
    )
