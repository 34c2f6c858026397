"""The outcome by the level of concepts, and how people are distributed."""

import numpy as np

from studies.services.results.comparing import Analysis
from studies.services.results.shapes import (
    Cell,
    Column,
    Figure,
    Kind,
    Part,
    Point,
    Series,
    Shape,
    Table,
)
from studies.services.results.wording import SHORT_NAMES
from studies.statistics.arrays import FloatArray
from studies.statistics.description import count_in_bins, summarise
from studies.statistics.outcomes import OUTCOMES, range_of

N_BINS = 10


def describe_levels(analysis: Analysis) -> Part | None:
    """The primary outcome of each level apart; None if the deck has one alone."""
    names = analysis.data.cards.level_names
    if len(names) < 2:
        return None
    outcome = SHORT_NAMES[analysis.plan.outcome]
    columns = [
        Column("level", "Level"),
        Column("arm", "Arm"),
        Column("n", "People", Kind.COUNT),
        Column("mean", "Mean", Kind.SHARE),
        Column("low", "95 % from", Kind.SHARE),
        Column("high", "to", Kind.SHARE),
    ]
    rows: list[list[Cell]] = []
    series = []
    for level, name in enumerate(names):
        values = _values(analysis, level)
        for number, arm in enumerate(analysis.plan.arms):
            mine = values[analysis.of_arm(arm)]
            own = summarise(mine, within=range_of(analysis.plan.outcome))
            rows.append([name, arm, own.n, own.mean, own.low, own.high])
            point = Point(own.mean, own.low, own.high, n=own.n)
            series.append(Series(f"{name}, {arm}", number, [point]))
    words = f"{outcome} by level and arm, means with 95 % intervals."
    return Part(
        key="levels",
        title="By level",
        sentences=["The primary outcome over the concepts of one level at a time."],
        tables=[Table("levels", f"{outcome}, by level", columns, rows)],
        figure=Figure(Shape.INTERVALS, words, Kind.SHARE, series, x_label=outcome),
    )


def _values(analysis: Analysis, level: int) -> FloatArray:
    cards = analysis.data.cards
    is_of_level = cards.levels == level
    before = np.where(is_of_level, cards.before, np.nan)
    after = np.where(is_of_level, cards.after, np.nan)
    values = OUTCOMES[analysis.plan.outcome](before, after).values
    return np.where(analysis.data.is_main, values, np.nan)


def describe_distribution(analysis: Analysis) -> Part:
    """How many people gained how much, as in the paper's appendix."""
    gains = analysis.values("wrong_to_right")
    edges = np.linspace(0, 1, N_BINS + 1)
    columns = [Column("gain", "Gained, of all concepts")]
    columns += [Column(arm, arm, Kind.COUNT) for arm in analysis.plan.arms]
    counts = {}
    for arm in analysis.plan.arms:
        counts[arm] = count_in_bins(gains[analysis.of_arm(arm)], n_bins=N_BINS)
    rows: list[list[Cell]] = [
        [_percents(edges[bin], edges[bin + 1]), *(own[bin] for own in counts.values())]
        for bin in range(N_BINS)
    ]
    series = [
        Series(
            arm,
            number,
            [
                Point(n / max(sum(own), 1), x=float(edges[bin]), n=n)
                for bin, n in enumerate(own)
            ],
        )
        for number, (arm, own) in enumerate(counts.items())
    ]
    return Part(
        key="distribution",
        title="How people are distributed",
        sentences=[
            "How many people gained how much, arm by arm, as in the paper’s appendix: "
            "wrong before and right after, of all concepts."
        ],
        tables=[Table("distribution", "People by what they gained", columns, rows)],
        figure=Figure(
            Shape.BARS,
            "Distribution of people by their gain, one panel per arm.",
            Kind.SHARE,
            series,
            "Gained, of all concepts",
            "Share of people",
        ),
    )


def _percents(low: float, high: float) -> str:
    to = "to" if high == 1 else "to below"
    return f"{100 * low:.0f} {to} {100 * high:.0f} %"
