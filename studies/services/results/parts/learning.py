"""Learning: recall over steps, and how long it took."""

import numpy as np

from studies.services.results.comparing import Analysis
from studies.services.results.parts.primary import DOTS, dots_of
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
from studies.statistics.arrays import FloatArray
from studies.statistics.description import Summary, summarise
from studies.statistics.outcomes import SHARE

MOST_POINTS = 10
MINUTE = 60


def describe_curve(analysis: Analysis) -> Part:
    """The share of learning cards recalled, a few steps at a time."""
    recalled, analysed = analysis.data.cards.recalled, analysis.data.is_main
    width = max(1, -(-recalled.shape[1] // MOST_POINTS))
    starts = range(0, recalled.shape[1], width)
    found = {
        arm: [
            summarise(
                _means(
                    recalled[analysed & analysis.of_arm(arm), start : start + width]
                ),
                within=SHARE,
            )
            for start in starts
        ]
        for arm in analysis.plan.arms
    }
    steps = [_steps(start, start + width, recalled.shape[1]) for start in starts]
    return Part(
        key="curve",
        title="Learning, step by step",
        sentences=[
            "Of the learning cards at each step, the share that was recalled, one "
            "number per person of the main analysis; the band is a 95 % interval of "
            "the mean. It describes: teachers choose which card comes, so a lower line "
            "can be better teaching."
        ],
        tables=[_table(found, steps)],
        figure=_figure(found, steps),
    )


def _means(cells: FloatArray) -> FloatArray:
    """Each person's mean, nan for those who answered nothing here."""
    n = np.isfinite(cells).sum(axis=1)
    return np.where(n > 0, np.nansum(cells, axis=1) / np.maximum(n, 1), np.nan)


def _steps(start: int, end: int, last: int) -> str:
    end = min(end, last)
    return str(end) if end == start + 1 else f"{start + 1} to {end}"


def _table(found: dict[str, list[Summary]], steps: list[str]) -> Table:
    columns = [
        Column("arm", "Arm"),
        Column("steps", "Steps"),
        Column("n", "People", Kind.COUNT),
        Column("mean", "Recalled", Kind.SHARE),
        Column("low", "95 % from", Kind.SHARE),
        Column("high", "to", Kind.SHARE),
    ]
    rows: list[list[Cell]] = [
        [arm, step, one.n, one.mean, one.low, one.high]
        for arm, summaries in found.items()
        for step, one in zip(steps, summaries, strict=True)
    ]
    return Table("curve", "Recalled while learning", columns, rows)


def _figure(found: dict[str, list[Summary]], steps: list[str]) -> Figure:
    series = [
        Series(
            arm,
            number,
            [
                Point(one.mean, one.low, one.high, x=at, n=one.n, label=step)
                for at, (step, one) in enumerate(zip(steps, summaries, strict=True))
                if one.n
            ],
        )
        for number, (arm, summaries) in enumerate(found.items())
    ]
    words = "Share of learning cards recalled over steps, one line per arm."
    return Figure(Shape.LINES, words, Kind.SHARE, series, "Steps", "Recalled")


def describe_time(analysis: Analysis) -> Part:
    """The minutes of learning, of those who are analysed."""
    analysed = analysis.data.is_main
    minutes = np.where(analysed, analysis.data.cards.learning_seconds / MINUTE, np.nan)
    columns = [
        Column("arm", "Arm"),
        Column("n", "People", Kind.COUNT),
        *(
            Column(key, label, Kind.MINUTES)
            for key, label in (
                ("mean", "Mean minutes"),
                ("lower", "A quarter below"),
                ("median", "Median"),
                ("upper", "A quarter above"),
            )
        ),
    ]
    rows = [_minutes(arm, minutes[analysis.of_arm(arm)]) for arm in analysis.plan.arms]
    return Part(
        key="time",
        title="Learning time",
        sentences=[
            "Minutes from the first learning card to the end of the last, of the main "
            "analysis. "
            f"{DOTS}"
        ],
        tables=[Table("time", "Minutes of learning", columns, rows)],
        figure=dots_of(
            analysis,
            minutes,
            kind=Kind.MINUTES,
            label="Minutes of learning",
            within=(0.0, np.inf),
        ),
    )


def _minutes(arm: str, minutes: FloatArray) -> list[Cell]:
    own = minutes[np.isfinite(minutes)]
    if not len(own):
        return [arm, 0, None, None, None, None]
    quartiles = (float(value) for value in np.quantile(own, [0.25, 0.5, 0.75]))
    return [arm, len(own), float(own.mean()), *quartiles]
