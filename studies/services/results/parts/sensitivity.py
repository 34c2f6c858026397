"""Would it come out otherwise? Other gradings, and other people."""

from collections.abc import Iterator
from math import isfinite

import numpy as np

from studies.grading.rule import Level
from studies.models import Regrading
from studies.services.analysis.grading_again import LEVELS, grade_again
from studies.services.analysis.regraded import N_NEWEST, judge_again, list_newest
from studies.services.results.comparing import Analysis, Comparisons
from studies.services.results.parts.contrasts import (
    NUMBERS,
    intervals,
    line_of,
    numbers_of,
)
from studies.services.results.shapes import Cell, Column, Part, Series, Table
from studies.services.results.wording import POPULATION_NAMES, count, people
from studies.statistics.populations import NOTES, Population

_REGRADED = (
    f"Regradings made on the page of items, the newest {N_NEWEST} at most, have a line "
    "each, by their verdicts; answers that came after one keep their first."
)
NO_DIRECTION = "There is no difference yet that could have a direction."


def describe_grading(analysis: Analysis) -> Part:
    """The comparisons under stricter and more lenient grading, and by regradings."""
    live = Level(analysis.study.deck_version.grading_level)
    found = {"as graded": analysis.compare()}
    for level in LEVELS:
        if level != live:
            data = grade_again(analysis.study, analysis.data, level)
            found[level.value] = analysis.compare(data=data, grading=level.value)
    regraded = _compare_regraded(analysis)
    found |= regraded
    return Part(
        key="grading",
        title="Strict and lenient grading",
        sentences=[
            f"The deck was graded at level “{live}”. The quizzes are graded again at "
            "the other levels; which cards were shown had been decided by then.",
            *([_REGRADED] if regraded else []),
            "Trust the first line: people were taught by those verdicts, and no rule "
            "was chosen by what came out.",
            _tell_range(found),
        ],
        tables=[_table(analysis, "grading", "Grading", found)],
        figure=intervals(_lines(analysis, found), "Differences by level of grading"),
    )


def _compare_regraded(analysis: Analysis) -> dict[str, Comparisons]:
    """A line for each of the newest regradings that researchers made."""
    newest = list_newest(analysis.study, purpose=analysis.plan.purpose)
    return {
        _name(regrading): analysis.compare(
            data=judge_again(analysis.data, regrading),
            grading=f"regrading {regrading.pk}",
        )
        for regrading in newest
    }


def _name(regrading: Regrading) -> str:
    # What people typed stays out of a report.
    said = [regrading.level, f"articles {regrading.get_article_rule_display().lower()}"]
    if regrading.accepted:
        said.append(f"{count(len(regrading.accepted), 'text')} accepted")
    if regrading.note:
        said.append(f"“{regrading.note}”")
    return f"regrading {regrading.pk}: {', '.join(said)}"


def describe_populations(analysis: Analysis) -> Part:
    """The comparisons with and without those about whom one may argue."""
    others, same = _part_populations(analysis)
    found = {
        POPULATION_NAMES[population]: analysis.compare(population=population)
        for population in (Population.ALLOCATED, *others)
    }
    flags = analysis.data.people
    n_blind, n_late = int(flags.is_excluded.sum()), int(flags.is_excluded_late.sum())
    return Part(
        key="populations",
        title="With and without exclusions",
        sentences=[
            f"{people(n_blind)} excluded before outcomes could be seen, "
            f"{people(n_late)} after: these stay in the main analysis and are left "
            "out in their own line alone.",
            "Per protocol: beyond no exclusion rule of the design, and without a "
            "pause that it flags.",
            *(f"{POPULATION_NAMES[who]}. {NOTES[who]}" for who in NOTES),
            *_tell_same(same),
            "Trust the first line: whom it is about was fixed before anybody could "
            "know what came out. The others show how much hangs on that.",
            _tell_range(found),
        ],
        tables=[_table(analysis, "populations", "Population", found)],
        figure=intervals(_lines(analysis, found), "Differences by population"),
    )


def _part_populations(analysis: Analysis) -> tuple[list[Population], list[Population]]:
    """Those that differ from the main one, and those that are the same people."""
    main = analysis.values()
    others: list[Population] = []
    same: list[Population] = []
    for population in Population:
        if population != Population.ALLOCATED:
            values = analysis.values(population=population)
            is_same = np.array_equal(values, main, equal_nan=True)
            (same if is_same else others).append(population)
    return others, same


def _tell_same(same: list[Population]) -> Iterator[str]:
    if same:
        names = "; ".join(POPULATION_NAMES[population].lower() for population in same)
        yield f"Concerns nobody here, and is the same as the first line: {names}."


def _tell_range(found: dict[str, Comparisons]) -> str:
    """Whether the sign of any difference depends on the choice."""
    main = next(iter(found.values()))
    if not any(isfinite(one.difference) for one in main.values()):
        return NO_DIRECTION
    turned = [arm for arm in main if len(_signs(found, arm)) > 1]
    if not turned:
        return "Every difference keeps its direction, whichever line is read."
    return f"The direction depends on the line for {', '.join(turned)}."


def _signs(found: dict[str, Comparisons], arm: str) -> set[bool]:
    differences = [one[arm].difference for one in found.values()]
    return {value > 0 for value in differences if isfinite(value)}


def _table(
    analysis: Analysis, key: str, label: str, found: dict[str, Comparisons]
) -> Table:
    columns = [
        Column(key, label),
        Column("arm", f"Arm against {analysis.plan.reference}"),
        *NUMBERS,
    ]
    rows: list[list[Cell]] = [
        [name, arm, *numbers_of(one)]
        for name, comparisons in found.items()
        for arm, one in comparisons.items()
    ]
    return Table(key, f"The comparisons, by {label.lower()}", columns, rows)


def _lines(analysis: Analysis, found: dict[str, Comparisons]) -> list[Series]:
    plan = analysis.plan
    return [
        line_of(f"{arm}: {name.split(':')[0]}", one[arm], plan.arms.index(arm))
        for arm in plan.others
        for name, one in found.items()
    ]
