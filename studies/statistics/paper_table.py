"""The paper's own table: gain over pairs, with chi-square against the reference."""

from dataclasses import dataclass

import numpy as np
from scipy import stats

from studies.statistics.arrays import FloatArray

TITLE = "as in the paper"
WARNING = (
    "This table counts fifteen answers of one person as fifteen people: false alarms "
    "of 7 to 48 % instead of 5, depending on how much people differ."
)


@dataclass(frozen=True)
class PairCounts:
    """Pairs of a person and a concept, and how many went from wrong to right."""

    n_gained: int
    n_pairs: int

    @property
    def gain(self) -> float:
        """The average gain over pairs."""
        return self.n_gained / self.n_pairs if self.n_pairs else float("nan")


@dataclass(frozen=True)
class PaperRow:
    """An arm's line of the table; p is nan for the reference itself."""

    arm: str
    counts: PairCounts
    p: float


def count_pairs(before: FloatArray, after: FloatArray) -> PairCounts:
    """Wrong-to-right over all pairs that were asked both times."""
    is_asked = np.isfinite(before) & np.isfinite(after)
    gained = is_asked & (before == 0) & (after == 1)
    return PairCounts(int(gained.sum()), int(is_asked.sum()))


def paper_table(counts: dict[str, PairCounts], *, reference: str) -> list[PaperRow]:
    """One row per arm. Call it once overall and once per level."""
    own = counts[reference]
    return [
        PaperRow(
            arm, count, float("nan") if arm == reference else chi_square(own, count)
        )
        for arm, count in counts.items()
    ]


def chi_square(one: PairCounts, other: PairCounts) -> float:
    """The p-value of Pearson's chi-square with Yates' correction; nan if undefined."""
    table = np.array(
        [[each.n_gained, each.n_pairs - each.n_gained] for each in (one, other)]
    )
    if not (table.sum(axis=0).all() and table.sum(axis=1).all()):
        return float("nan")
    return float(stats.chi2_contingency(table, correction=True).pvalue)
