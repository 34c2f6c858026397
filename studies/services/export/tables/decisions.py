"""Why each card came, and what answers are worth under other rules."""

import json
from collections.abc import Iterator
from typing import Any

from studies.grading.rule import ArticleRule, Level
from studies.models import RegradedVerdict, Regrading, Response
from studies.models.session import Phase
from studies.services.export.columns import (
    Column,
    Kind,
    Row,
    Table,
    flag,
    number,
    of_people,
    text,
    whole,
)
from studies.services.export.plain import Plain
from studies.services.export.source import Page, Source
from studies.services.export.tables.shared import (
    ARM,
    DAY,
    DISTANCE,
    GRADING_VERSION,
    PARTICIPANT,
    PHASE,
    POSITION,
    RULE,
    STEP,
    TEACHER,
    TEACHER_VERSION,
)

_STORED = ("teacher", "tied", "draw", "scores", "numpy", "python")


def _read_decisions(source: Source, page: Page) -> Iterator[Row]:
    taught = Response.objects.filter(session__in=page, phase=Phase.LEARNING)
    rows = taught.order_by("session_id", "step")
    for key, step, position, decision in rows.values_list(
        "session_id", "step", "shown__position", Plain("decision")
    ):
        person, stored = page[key], json.loads(decision or "null") or {}
        yield {
            "participant": person.participant,
            "arm": person.arm,
            "step": step,
            "position": position,
            **{name: stored.get(name) for name in _STORED},
            "teacher_version": stored.get("version"),
            "score": stored.get("scores", {}).get(str(position)),
        }


def _read_regradings(source: Source) -> Iterator[Row]:
    regradings = Regrading.objects.filter(study=source.study).order_by("pk")
    numbered = list(enumerate(regradings, start=1))
    for page in source.pages():
        for number_, regrading in numbered:
            yield from _read_verdicts(source, page, number_, regrading)


def _read_verdicts(
    source: Source, page: Page, number_: int, regrading: Regrading
) -> Iterator[Row]:
    about = _describe(source, number_, regrading)
    verdicts = RegradedVerdict.objects.filter(
        regrading=regrading, response__session__in=page
    )
    rows = verdicts.order_by("response__session_id", "response_id").values_list(
        *("response__session_id", "response__phase", "response__step"),
        "response__shown__position",
        *("correct", "rule", "distance"),
    )
    for key, phase, step, position, correct, rule, distance in rows:
        yield {
            **about,
            "participant": page[key].participant,
            "phase": phase,
            "step": step,
            "position": position,
            "regraded": correct,
            "rule": rule,
            "distance": distance,
        }


def _describe(source: Source, number_: int, regrading: Regrading) -> dict[str, Any]:
    return {
        "regrading": number_,
        "day": source.day_of(regrading.created_at),
        "note": regrading.note,
        "grading_version": regrading.grading_version,
        "grading_level": regrading.level,
        "article_rule": regrading.article_rule,
        "n_accepted": len(regrading.accepted),
    }


DECISIONS = Table(
    "decisions",
    "Every choice of a teacher, with all it went by",
    ("participant", "step"),
    (
        *(PARTICIPANT, ARM, STEP, POSITION),
        *(TEACHER, TEACHER_VERSION),
        number("score", "Score of the chosen concept; empty if it was infinite"),
        Column("tied", "Positions that shared the best score", Kind.JSON),
        number("draw", "The number drawn, which broke the tie"),
        Column("scores", "Scores by position, one for all alike unseen", Kind.JSON),
        Column("numpy", "Version of numpy that computed it"),
        Column("python", "Version of Python that computed it"),
    ),
    of_people(_read_decisions),
)
REGRADINGS = Table(
    "regradings",
    "Second verdicts under other rules; in learning they only describe",
    ("regrading", "participant", "phase", "step"),
    (
        whole("regrading", "Number of the regrading in this study, from 1"),
        DAY,
        text("note", "What the team wrote about it"),
        GRADING_VERSION,
        Column("grading_level", "How strict", levels=dict.fromkeys(Level, "")),
        Column("article_rule", "Articles", levels=dict.fromkeys(ArticleRule, "")),
        whole("n_accepted", "Texts beside the deck's that counted as right"),
        *(PARTICIPANT, PHASE, STEP, POSITION),
        flag("regraded", "Whether the answer is correct under this rule"),
        *(RULE, DISTANCE),
    ),
    _read_regradings,
)
