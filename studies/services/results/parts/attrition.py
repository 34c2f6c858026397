"""Those who left, arm by arm, and what they may hide."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import isinf, isnan

import numpy as np

from studies.services.results.comparing import Analysis
from studies.services.results.parts.contrasts import intervals, line_of
from studies.services.results.shapes import (
    Cell,
    Column,
    Kind,
    Part,
    Point,
    Series,
    Table,
)
from studies.services.results.wording import people, people_are
from studies.statistics.arrays import BoolArray
from studies.statistics.attrition import (
    ASSUMPTION,
    REFILLED,
    ArmAttrition,
    LeeBounds,
    TippingPoint,
    describe_attrition,
    lee_bounds,
    tipping_point,
)
from studies.statistics.comparison import Comparison
from studies.statistics.outcomes import PRIMARY, range_of


@dataclass(frozen=True)
class Bounds:
    """What leaving may hide in one comparison."""

    bounds: LeeBounds | None
    tipping: TippingPoint


def describe_leaving(analysis: Analysis) -> Part:
    """Retention, the prequiz of leavers, Lee's bounds and tipping points."""
    arms = {arm: _attrition(analysis, arm) for arm in analysis.plan.arms}
    found = {arm: _bounds(analysis, arm, arms) for arm in analysis.plan.others}
    has_lost = any(arm.kept < 1 for arm in arms.values())
    n_stayed = analysis.data.n_people - analysis.data.n_inside
    nobody = [f"Nobody left: {people(n_stayed)} stayed."]
    return Part(
        key="attrition",
        title="Those who left",
        sentences=[
            *_tell_inside(analysis),
            *_tell_undefined(analysis),
            *([REFILLED, *_tell(analysis, found)] if has_lost else nobody),
        ],
        tables=[_table(analysis, arms), _bounds_table(analysis, found)],
        figure=intervals(
            _lines(analysis, found),
            "Differences with their intervals, as a dot and a line, and Lee bounds "
            "with theirs, as a bar and a line",
        ),
    )


def _tell_inside(analysis: Analysis) -> Iterator[str]:
    """Once a study is over this is nobody."""
    if n_inside := analysis.data.n_inside:
        yield (
            f"{people_are(n_inside)} still inside and may yet finish. They are "
            "allocated and not analysed yet, and retention and bounds count them so: "
            "both change until nobody is inside any more. Who is inside has not left, "
            "and is neither in the prequiz of the others, nor among the leavers of a "
            "tipping point, nor a leaver with gain 0."
        )


def _tell_undefined(analysis: Analysis) -> Iterator[str]:
    if n_undefined := int((~_could_be_analysed(analysis)).sum()):
        yield (
            f"{people(n_undefined)} had nothing to learn, which was known before the "
            "allocation: retention is of the others."
        )


def _could_be_analysed(analysis: Analysis) -> BoolArray:
    """Whoever had nothing to learn has no share, and has not left."""
    if analysis.plan.outcome != PRIMARY:
        return np.ones(analysis.data.n_people, dtype=bool)
    return ~analysis.data.had_nothing_to_learn


def _attrition(analysis: Analysis, arm: str) -> ArmAttrition:
    own = analysis.of_arm(arm) & _could_be_analysed(analysis)
    data = analysis.data
    return describe_attrition(
        analysis.values()[own], data.prequiz[own], data.people.is_inside[own]
    )


def _bounds(analysis: Analysis, arm: str, arms: dict[str, ArmAttrition]) -> Bounds:
    one, kept = analysis.compare()[arm], _kept(analysis, arm, arms)
    # Of too few people a bootstrap draws the same ones again; without leavers there is
    # nothing to bound, and its interval would only seem surer than the main one.
    is_needless = one.is_too_small or kept == (1, 1)
    return Bounds(
        None if is_needless else _lee(analysis, arm),
        tipping_point(one.difference, one.interval, kept),
    )


def _kept(
    analysis: Analysis, arm: str, arms: dict[str, ArmAttrition]
) -> tuple[float, float]:
    return arms[arm].kept, arms[analysis.plan.reference].kept


def _lee(analysis: Analysis, arm: str) -> LeeBounds | None:
    """Of everybody allocated: who has ended by now is no longer chosen by chance."""
    values, asked = analysis.values(), _could_be_analysed(analysis)
    return lee_bounds(
        values[analysis.of_arm(arm) & asked],
        values[analysis.of_arm(analysis.plan.reference) & asked],
        seed=analysis.seed(arm, f"{analysis.plan.outcome} lee", "allocated"),
    )


def _tell(analysis: Analysis, found: dict[str, Bounds]) -> list[str]:
    sentences = [
        f"The bounds hold for people who would have stayed in either arm, {ASSUMPTION}."
        " Trust their interval, not the bare bounds, which miss what they are about "
        "too often. It comes from a bootstrap with normal quantiles, and may be "
        "narrower than the interval of the shuffles: leaving never makes a result "
        "surer. Where nobody left, or too few people are there to test, there are "
        "none."
    ]
    for arm, one in found.items():
        told = tell_tip(analysis.compare()[arm], one.tipping, analysis.plan.outcome)
        if told:
            sentences.append(f"{arm} against {analysis.plan.reference}: {told}")
    return sentences


def tell_tip(one: Comparison, tipping: TippingPoint, outcome: str) -> str:
    """How different leavers must be to undo the difference, and whether they can."""
    tip = tipping.to_nothing
    if isnan(tip):
        return ""
    if tip == 0:
        return "there is no difference that leavers could undo."
    if isinf(tip):
        return "nobody left, so there are no leavers who could undo the difference."
    verdict = (
        "This can happen: judge whether they were so different."
        if tip <= _most_possible(one, outcome)
        else "This cannot happen: no leaver can be so different."
    )
    return (
        "the difference would vanish if leavers of the arm that is ahead had done "
        f"{100 * tip:.0f} percentage points worse than those who stayed, and leavers "
        f"of the other as much better. {verdict}"
    )


def _most_possible(one: Comparison, outcome: str) -> float:
    """How far below the arm ahead, and above the other, leavers can be at most."""
    least, most = range_of(outcome)
    behind, ahead = sorted((one.mean_first, one.mean_reference))
    return min(ahead - least, most - behind)


def _table(analysis: Analysis, arms: dict[str, ArmAttrition]) -> Table:
    columns = [
        Column("arm", "Arm"),
        Column("n_allocated", "Allocated", Kind.COUNT),
        Column("n_undefined", "Nothing to learn", Kind.COUNT),
        Column("n_inside", "Still inside", Kind.COUNT),
        Column("n_analysed", "Analysed", Kind.COUNT),
        Column("retention", "Retention", Kind.SHARE),
        Column("prequiz_of_stayers", "Prequiz of those analysed", Kind.SHARE),
        Column("prequiz_of_leavers", "Prequiz of the others", Kind.SHARE),
    ]
    rows: list[list[Cell]] = []
    for name, arm in arms.items():
        n_allocated = int(analysis.of_arm(name).sum())
        rows.append(
            [
                *(name, n_allocated, n_allocated - arm.n_allocated, arm.n_inside),
                *(arm.n_analysed, arm.retention),
                *(arm.prequiz_of_stayers, arm.prequiz_of_leavers),
            ]
        )
    return Table("attrition", "Leaving, arm by arm", columns, rows)


def _bounds_table(analysis: Analysis, found: dict[str, Bounds]) -> Table:
    columns = [
        Column("arm", f"Arm against {analysis.plan.reference}"),
        Column("trimmed", "Trimmed", Kind.SHARE),
        Column("low", "Bound", Kind.POINTS),
        Column("high", "to bound", Kind.POINTS),
        Column("from", "95 % from", Kind.POINTS),
        Column("to", "to", Kind.POINTS),
        Column("to_nothing", "Tipping point: no difference", Kind.POINTS),
        Column("to_chance", "interval reaches 0 (dash: already)", Kind.POINTS),
    ]
    rows: list[list[Cell]] = []
    for arm, one in found.items():
        lee, tip = one.bounds, one.tipping
        cells: list[Cell] = (
            [None] * 5
            if lee is None
            else [lee.trimmed, lee.low, lee.high, lee.interval.low, lee.interval.high]
        )
        rows.append([arm, *cells, _tip(tip.to_nothing), _tip(tip.to_chance) or None])
    title = "Lee bounds with Imbens and Manski’s interval"
    return Table("bounds", title, columns, rows)


def _tip(value: float) -> float | None:
    return None if isinf(value) else value


def _lines(analysis: Analysis, found: dict[str, Bounds]) -> list[Series]:
    plan, lines = analysis.plan, []
    for arm, one in found.items():
        colour = plan.arms.index(arm)
        name = f"{arm} against {plan.reference}"
        compared = analysis.compare()[arm]
        n_people = compared.n_first + compared.n_reference
        lines.append(line_of(name, compared, colour))
        if one.bounds is not None:
            lines.append(
                Series(f"{name}, bounded", colour, [_bounded(one.bounds, n_people)])
            )
    return lines


def _bounded(lee: LeeBounds, n_people: int) -> Point:
    """Bounds have no estimate between them: the difference may be at either end."""
    reach = lee.interval
    return Point(None, reach.low, reach.high, n=n_people, bounds=(lee.low, lee.high))
