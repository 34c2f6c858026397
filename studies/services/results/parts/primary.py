"""The primary outcome, arm by arm: people as dots, the mean and its interval."""

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
from studies.services.results.wording import OUTCOME_NAMES, SHORT_NAMES, people
from studies.statistics.arrays import FloatArray
from studies.statistics.description import summarise
from studies.statistics.outcomes import OUTCOMES, SHARE, range_of

DOTS = (
    "Every small dot is a person; the large one beside them is the mean with its 95 % "
    "interval."
)
COLUMNS = [
    Column("arm", "Arm"),
    Column("n", "People", Kind.COUNT),
    Column("mean", "Mean", Kind.SHARE),
    Column("low", "95 % from", Kind.SHARE),
    Column("high", "to", Kind.SHARE),
    Column("deviation", "SD", Kind.SHARE),
]


def describe_primary(analysis: Analysis) -> Part:
    """What each arm's people knew, by the outcome that was registered."""
    outcome = analysis.plan.outcome
    values = analysis.values()
    n_undefined = int((analysis.data.had_nothing_to_learn & np.isnan(values)).sum())
    sentences = [f"{OUTCOME_NAMES[outcome]}. {DOTS}"]
    if n_undefined:
        sentences.append(
            f"{people(n_undefined)} had everything right before and so no share. This "
            "is harmless: the prequiz comes before the allocation."
        )
    label = SHORT_NAMES[outcome]
    rows = [_row(analysis, arm, outcome) for arm in analysis.plan.arms]
    return Part(
        key="outcome",
        title="The primary outcome",
        sentences=sentences,
        tables=[
            Table("outcome", f"{label}, arm by arm", COLUMNS, rows),
            _other_outcomes(analysis),
        ],
        figure=dots_of(
            analysis, values, kind=Kind.SHARE, label=label, within=range_of(outcome)
        ),
    )


def _row(analysis: Analysis, arm: str, outcome: str) -> list[Cell]:
    values = analysis.values(outcome)[analysis.of_arm(arm)]
    own = summarise(values, within=range_of(outcome))
    return [arm, own.n, own.mean, own.low, own.high, own.deviation]


def _other_outcomes(analysis: Analysis) -> Table:
    rows = [
        [SHORT_NAMES[outcome], *_row(analysis, arm, outcome)]
        for outcome in OUTCOMES
        if outcome != analysis.plan.outcome
        for arm in analysis.plan.arms
    ]
    columns = [Column("outcome", "Outcome"), *COLUMNS]
    return Table("outcomes", "Beside it: the other outcomes", columns, rows)


def dots_of(
    analysis: Analysis,
    values: FloatArray,
    *,
    kind: Kind,
    label: str,
    within: tuple[float, float] = SHARE,
) -> Figure:
    """A column of dots per arm, in the order of their values."""
    series, told = [], []
    for number, arm in enumerate(analysis.plan.arms):
        own = values[analysis.of_arm(arm)]
        found = summarise(own, within=within)
        point = Point(found.mean, found.low, found.high, n=found.n)
        dots = sorted(float(value) for value in own[np.isfinite(own)])
        series.append(Series(arm, number, [point], dots))
        told.append(f"{arm} {_say(found.mean, kind)}")
    words = f"{label}, means: {', '.join(told)}. The table below has the numbers."
    return Figure(Shape.DOTS, words, kind, series, y_label=label)


def _say(value: float, kind: Kind) -> str:
    if not np.isfinite(value):
        return "nobody"
    return f"{100 * value:.0f} %" if kind == Kind.SHARE else f"{value:.1f}"
