"""CONSORT: how many consented, were allocated, left, and are analysed."""

from collections import Counter

import numpy as np

from studies.models.session import Phase
from studies.services.analysis.people import AWAY, CUT_OFF, ERASED
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
from studies.services.results.wording import people

_LEFT = {
    Phase.WITHDRAWN.value: "withdrew",
    AWAY: "went away",
    CUT_OFF: "cut off by the end of the study",
    ERASED: "answers erased",
    Phase.SCREENED_OUT.value: "screened out",
}
STILL_INSIDE = "still inside"
Counts = dict[str, int]
ROWS = {
    "allocated": "Allocated",
    "over_full": "of them beyond the planned places (all were taken)",
    "left": "No complete postquiz",
    "excluded": "Excluded before outcomes were seen",
    "undefined": "Nothing to learn: all right before",
    "analysed": "Analysed",
    "excluded_late": "of them excluded later, in the sensitivity table alone",
}
_BOXES = ("allocated", "left", "excluded", "undefined", "analysed")


def describe_flow(analysis: Analysis) -> Part:
    """The flow of people, arm by arm."""
    counts = {arm: _count(analysis, arm) for arm in analysis.plan.arms}
    n_allocated = analysis.data.n_people
    n_consented = n_allocated + sum(analysis.data.n_unallocated.values())
    return Part(
        key="flow",
        title="Who took part",
        sentences=[*_sentences(analysis, n_consented)],
        tables=[_table(counts), _reasons(analysis)],
        figure=_figure(counts, n_consented, n_allocated),
    )


def _count(analysis: Analysis, arm: str) -> Counts:
    own = analysis.of_arm(arm)
    flags, analysed = analysis.data.people, np.isfinite(analysis.values())
    stayed = flags.has_postquiz
    main = stayed & ~flags.is_excluded
    chosen = {
        "allocated": own,
        "over_full": own & flags.is_over_full,
        "left": own & ~stayed,
        "excluded": own & stayed & flags.is_excluded,
        "undefined": own & main & ~analysed,
        "analysed": own & analysed,
        "excluded_late": own & analysed & flags.is_excluded_late,
    }
    return {name: int(who.sum()) for name, who in chosen.items()}


def _sentences(analysis: Analysis, n_consented: int) -> list[str]:
    unallocated = analysis.data.n_unallocated
    begun = f"{people(n_consented)} consented, {analysis.data.n_people} got a place"
    if not unallocated:
        return [f"{begun}."]
    states = Counter[str]()
    for state, n_people in unallocated.items():
        states[_tell(state)] += n_people
    told = ", ".join(f"{n} {state}" for state, n in sorted(states.items()))
    return [f"{begun}; the others: {told}."]


def _tell(state: str) -> str:
    return _LEFT.get(state, STILL_INSIDE)


def _table(counts: dict[str, Counts]) -> Table:
    columns = [Column("step", "Step")]
    columns += [Column(arm, arm, Kind.COUNT) for arm in counts]
    columns.append(Column("all", "All", Kind.COUNT))
    rows: list[list[Cell]] = []
    for name, label in ROWS.items():
        own = [arm[name] for arm in counts.values()]
        rows.append([label, *own, sum(own)])
    return Table("flow", "People, arm by arm", columns, rows)


def _reasons(analysis: Analysis) -> Table:
    """What became of those without a complete postquiz."""
    arms, stayed = analysis.plan.arms, analysis.data.people.has_postquiz
    states = [
        Counter(
            _tell(person.state)
            for person, is_own in zip(
                analysis.data.persons, analysis.of_arm(arm) & ~stayed, strict=True
            )
            if is_own
        )
        for arm in arms
    ]
    names = sorted(set().union(*states))
    columns = [Column("reason", "Of those without a complete postquiz")]
    columns += [Column(arm, arm, Kind.COUNT) for arm in arms]
    rows: list[list[Cell]] = [[name, *(one[name] for one in states)] for name in names]
    return Table("leavers", "Why people have no complete postquiz", columns, rows)


def _figure(
    counts: dict[str, Counts], n_consented: int, n_allocated: int
) -> Figure | None:
    top = Series(
        "all",
        points=[
            Point(n_consented, label="Consented"),
            Point(n_consented - n_allocated, label="Never got a place"),
        ],
    )
    columns = [
        Series(
            arm,
            colour=number,
            points=[Point(own[name], label=ROWS[name]) for name in _BOXES],
        )
        for number, (arm, own) in enumerate(counts.items())
    ]
    analysed = ", ".join(f"{own['analysed']} of {arm}" for arm, own in counts.items())
    words = f"Of {people(n_consented)} who consented are analysed: {analysed}."
    return Figure(Shape.FLOW, words, Kind.COUNT, [top, *columns])
