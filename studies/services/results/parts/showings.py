"""Gain by how often a concept was shown, and by how long ago it last was."""

from collections.abc import Sequence
from dataclasses import astuple
from itertools import pairwise

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
from studies.statistics.arrays import BoolArray, FloatArray
from studies.statistics.description import PairShare, share_right

MOST_SHOWN = 6
EDGES_MINUTES = (0, 1, 2, 4, 8, 16)
_CAUTION = (
    "Of the pairs of a person and a concept not known before, the share right after. "
    "The band is a 95 % interval over people. It describes and compares nothing: "
    "teachers show again what is hard."
)
Bins = Sequence[tuple[str, float, BoolArray]]


def describe_showings(analysis: Analysis) -> Part:
    """Right after, by the number of showings."""
    n_shown = analysis.data.cards.n_shown
    bins = [(str(n), float(n), n_shown == n) for n in range(MOST_SHOWN)]
    bins.append((f"{MOST_SHOWN} or more", float(MOST_SHOWN), n_shown >= MOST_SHOWN))
    return _describe(
        analysis,
        bins,
        key="showings",
        title="Gain by number of showings",
        label="Showings",
        note="",
    )


def describe_since(analysis: Analysis) -> Part:
    """Right after, by the time since the last showing."""
    minutes = analysis.data.cards.seconds_since / 60
    edges = [*EDGES_MINUTES, np.inf]
    bins = [
        (_span(low, high), float(low), (minutes >= low) & (minutes < high))
        for low, high in pairwise(edges)
    ]
    return _describe(
        analysis,
        bins,
        key="since",
        title="Gain by time since the last showing",
        label="Minutes since last shown",
        note=" Concepts never shown are not in it.",
    )


def _span(low: float, high: float) -> str:
    return f"{low:g} or more" if np.isinf(high) else f"{low:g} to {high:g}"


def _describe(
    analysis: Analysis, bins: Bins, *, key: str, title: str, label: str, note: str
) -> Part:
    columns = [
        Column("arm", "Arm"),
        Column("bin", label),
        Column("n_people", "People", Kind.COUNT),
        Column("n_pairs", "Pairs", Kind.COUNT),
        Column("share", "Right after", Kind.SHARE),
        Column("low", "95 % from", Kind.SHARE),
        Column("high", "to", Kind.SHARE),
    ]
    rows: list[list[Cell]] = []
    series = []
    for number, arm in enumerate(analysis.plan.arms):
        found = [(name, at, _share(analysis, arm, is_in)) for name, at, is_in in bins]
        rows += [[arm, name, *astuple(share)] for name, _, share in found]
        points = [
            Point(one.share, one.low, one.high, x=at, n=one.n_pairs, label=name)
            for name, at, one in found
            if one.n_pairs
        ]
        series.append(Series(arm, number, points))
    words = f"{title}, one line per arm. The table below has the numbers."
    return Part(
        key=key,
        title=title,
        sentences=[_CAUTION + note],
        tables=[Table(key, title, columns, rows)],
        figure=Figure(Shape.LINES, words, Kind.SHARE, series, label, "Right after"),
    )


def _share(analysis: Analysis, arm: str, is_in: BoolArray) -> PairShare:
    """Of the pairs in a bin that were not known before, the share right after."""
    after: FloatArray = analysis.data.cards.after
    analysed = analysis.of_arm(arm) & np.isfinite(analysis.values())
    unknown = (analysis.data.cards.before == 0) & np.isfinite(after)
    pairs = is_in & unknown & analysed[:, None]
    people, _ = np.nonzero(pairs)
    return share_right(people, after[pairs])
