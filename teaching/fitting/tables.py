"""Answers from a table, as the app's export has them in ``responses.csv``."""

import csv
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple, TextIO

from teaching.fitting.responses import Responses

COLUMNS = ("participant", "phase", "step", "concept", "recalled")
LEARNING, PREQUIZ, POSTQUIZ = "learning", "prequiz", "postquiz"

_TRUTHS = {"1": True, "true": True, "0": False, "false": False}


class Answer(NamedTuple):
    """One closed card."""

    participant: str
    phase: str
    step: int
    concept: str
    level: str
    recalled: bool


def read_responses(path: Path, *, quiz_delay: int | None = None) -> Responses:
    """The answers in a CSV file with one card per row.

    Needed are ``participant``, ``phase``, ``step``, ``concept`` and ``recalled``;
    ``level`` and ``answer``, which names concepts, are optional, other columns do not
    matter. Cards that are still open are skipped.
    """
    with path.open(newline="", encoding="utf-8-sig") as file:
        return responses_of(_answers(file), quiz_delay=quiz_delay)


def responses_of(
    answers: Iterable[Answer], *, quiz_delay: int | None = None
) -> Responses:
    """What can be fitted: the learning phase, without what was right in the prequiz.

    With ``quiz_delay`` postquiz answers count as well, as if asked that many steps
    after the last card of their session's learning phase.
    """
    every = list(answers)
    knew = {
        (a.participant, a.concept) for a in every if a.phase == PREQUIZ and a.recalled
    }
    learning = [a for a in every if a.phase == LEARNING]
    if quiz_delay is not None:
        learning += _quizzed(every, learning, quiz_delay)
    return Responses.of(
        people=[a.participant for a in learning],
        concepts=[a.concept for a in learning],
        steps=[a.step for a in learning],
        recalls=[a.recalled for a in learning],
        levels=[a.level for a in learning],
        known=[(a.participant, a.concept) in knew for a in learning],
    )


def _quizzed(
    every: Sequence[Answer], learning: Sequence[Answer], delay: int
) -> list[Answer]:
    if delay < 1:
        raise ValueError(f"the postquiz comes after learning: delay {delay} is below 1")
    last: dict[str, int] = {}
    for answer in learning:
        last[answer.participant] = max(answer.step, last.get(answer.participant, 0))
    return [
        a._replace(step=last[a.participant] + delay)
        for a in every
        if a.phase == POSTQUIZ and a.participant in last
    ]


def _answers(file: TextIO) -> Iterable[Answer]:
    reader = csv.DictReader(file)
    missing = [name for name in COLUMNS if name not in (reader.fieldnames or [])]
    if missing:
        raise ValueError(
            f"the table has no column {', '.join(map(repr, missing))}; it needs "
            f"{', '.join(COLUMNS)}, as responses.csv of an export has them"
        )
    for row in reader:
        if row["recalled"]:
            yield _answer(row, reader.line_num)


def _answer(row: dict[str, str], line: int) -> Answer:
    recalled = _TRUTHS.get(row["recalled"].lower())
    if recalled is None or not row["step"].isdecimal():
        raise ValueError(
            f"line {line}: recalled must be 0 or 1 and step a whole number, got "
            f"{row['recalled']!r} and {row['step']!r}"
        )
    return Answer(
        row["participant"],
        row["phase"],
        int(row["step"]),
        " ".join(filter(None, (row["concept"], row.get("answer")))),
        row.get("level") or "",
        recalled,
    )
