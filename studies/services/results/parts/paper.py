"""The paper's own table, last and with its warning."""

import numpy as np

from studies.services.results.comparing import Analysis
from studies.services.results.shapes import Cell, Column, Kind, Part, Table
from studies.statistics.paper_table import (
    TITLE,
    WARNING,
    PairCounts,
    PaperRow,
    count_pairs,
    paper_table,
)

COLUMNS = [
    Column("level", "Concepts"),
    Column("arm", "Arm"),
    Column("n_gained", "Gained", Kind.COUNT),
    Column("n_pairs", "Pairs", Kind.COUNT),
    Column("gain", "Average gain", Kind.EXACT),
    Column("p", "chi-square p", Kind.EXACT_P),
]


def describe_paper(analysis: Analysis) -> Part:
    """Average gain over pairs and chi-square, overall and by level."""
    cards = analysis.data.cards
    own: list[tuple[str, int | None]] = [("all", None)]
    if len(cards.level_names) > 1:
        own += [(name, level) for level, name in enumerate(cards.level_names)]
    rows = [
        row
        for name, level in own
        for row in rows_of(_count(analysis, level), analysis.plan.reference, name)
    ]
    title = f"Average gain and chi-square against {analysis.plan.reference}"
    return Part(
        key="paper",
        title=TITLE[0].upper() + TITLE[1:],
        sentences=[WARNING, "Do not report these p-values as your result."],
        tables=[Table("paper", title, COLUMNS, rows)],
    )


def rows_of(
    counts: dict[str, PairCounts], reference: str, level: str = "all"
) -> list[list[Cell]]:
    """The rows of the table from bare counts."""
    return [_row(level, row) for row in paper_table(counts, reference=reference)]


def _row(level: str, row: PaperRow) -> list[Cell]:
    counts = row.counts
    return [level, row.arm, counts.n_gained, counts.n_pairs, counts.gain, row.p]


def _count(analysis: Analysis, level: int | None) -> dict[str, PairCounts]:
    cards = analysis.data.cards
    analysed = analysis.data.is_main
    of_level = True if level is None else cards.levels == level
    before = np.where(of_level, cards.before, np.nan)
    return {
        arm: count_pairs(
            before[analysis.of_arm(arm) & analysed],
            cards.after[analysis.of_arm(arm) & analysed],
        )
        for arm in analysis.plan.arms
    }
