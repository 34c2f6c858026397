"""Who the arms' people were before they were taught. Described, never tested."""

import json

import numpy as np

from studies.models import QuestionnaireAnswer
from studies.models.questions import QuestionKind
from studies.models.session import Phase
from studies.services.results.comparing import Analysis
from studies.services.results.parts.primary import DOTS, dots_of
from studies.services.results.shapes import Cell, Column, Kind, Part, Table
from studies.statistics.arrays import FloatArray
from studies.statistics.description import summarise

NUMBERED = (QuestionKind.NUMBER, QuestionKind.LABELLED_SCALE)
CHOSEN = (QuestionKind.CHOICE, QuestionKind.SCALE)


def describe_baseline(analysis: Analysis) -> Part:
    """Prequiz, device, time and first questions of everybody allocated."""
    rows = [
        *_number_rows(analysis, "Right at prequiz", 100 * analysis.data.prequiz, " %"),
        *_device_rows(analysis),
        *_question_rows(analysis),
    ]
    columns = [Column("measure", "Of everybody allocated")]
    columns += [Column(arm, arm) for arm in analysis.plan.arms]
    return Part(
        key="baseline",
        title="Who they were before",
        sentences=[
            "People were allocated at random after the prequiz, so differences here "
            "are chance. They are described and not tested. "
            f"{DOTS}",
        ],
        tables=[Table("baseline", "Before teaching", columns, rows)],
        figure=dots_of(
            analysis,
            analysis.data.prequiz,
            kind=Kind.SHARE,
            label="Right at prequiz",
        ),
    )


def _number_rows(
    analysis: Analysis, name: str, values: FloatArray, unit: str = ""
) -> list[list[Cell]]:
    cells: list[Cell] = []
    for arm in analysis.plan.arms:
        own = summarise(values[analysis.of_arm(arm)])
        spread = f" (SD {own.deviation:.1f})" if own.n > 1 else ""
        told = f"{own.mean:.1f}{unit}{spread}, n = {own.n}"
        cells.append(told if own.n else "nobody")
    return [[f"{name}: mean", *cells]]


def _device_rows(analysis: Analysis) -> list[list[Cell]]:
    devices = [person.device or "unknown" for person in analysis.data.persons]
    return _choice_rows(analysis, "Device", {i: [d] for i, d in enumerate(devices)})


def _choice_rows(
    analysis: Analysis, name: str, given: dict[int, list[str]]
) -> list[list[Cell]]:
    """One row per answer; what each person chose by their index."""
    own = [np.nonzero(analysis.of_arm(arm))[0] for arm in analysis.plan.arms]
    rows: list[list[Cell]] = []
    for answer in sorted(set().union(*given.values())):
        counts = [sum(answer in given.get(int(i), ()) for i in arm) for arm in own]
        rows.append([f"{name}: {answer}", *(str(n) for n in counts)])
    return rows


def _question_rows(analysis: Analysis) -> list[list[Cell]]:
    """What was asked before the cards, as far as answers can be counted."""
    before = analysis.study.questions_before
    if before is None:
        return []
    answers = _read_answers(analysis)
    rows: list[list[Cell]] = []
    for item in before.items:
        given = answers.get(item["id"], {})
        if item["kind"] in NUMBERED:
            values = np.full(analysis.data.n_people, np.nan)
            for index, value in given.items():
                values[index] = _as_number(value)
            rows += _number_rows(analysis, item["label"], values)
        elif item["kind"] in CHOSEN:
            chosen = {index: [value] for index, value in given.items()}
            rows += _choice_rows(analysis, item["label"], chosen)
        elif item["kind"] == QuestionKind.MULTIPLE:
            chosen = {index: json.loads(value) for index, value in given.items()}
            rows += _choice_rows(analysis, item["label"], chosen)
    return rows


def _as_number(value: str) -> float:
    try:
        return float(value)
    except ValueError:
        return float("nan")


def _read_answers(analysis: Analysis) -> dict[str, dict[int, str]]:
    indices = {person.key: i for i, person in enumerate(analysis.data.persons)}
    said = QuestionnaireAnswer.objects.filter(
        session__study=analysis.study,
        session__purpose=analysis.plan.purpose,
        phase=Phase.QUESTIONS_BEFORE,
    ).order_by("pk")
    answers: dict[str, dict[int, str]] = {}
    for key, item, value in said.values_list("session_id", "item", "value"):
        if key in indices and value:
            answers.setdefault(item, {})[indices[key]] = value
    return answers
