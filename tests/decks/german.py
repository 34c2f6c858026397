"""The German deck as the grading service sees it."""

import csv
import tomllib
from pathlib import Path

from studies.grading.rule import Accepted, Expected

FOLDER = Path(__file__).parents[2] / "decks" / "german"


def read_rows():
    with (FOLDER / "deck.csv").open(encoding="utf-8", newline="") as table:
        return list(csv.DictReader(table))


def read_settings():
    return tomllib.loads((FOLDER / "deck.toml").read_text(encoding="utf-8"))


def split_cell(cell):
    return tuple(part for part in cell.split(";") if part)


def expected_of(row):
    alternatives = [part.split(" ", 1) for part in split_cell(row["alternatives"])]
    return Expected(
        answers=(
            Accepted(row["answer"], row["article"]),
            *(Accepted(text, article) for article, text in alternatives),
        ),
        plural=row["plural"],
        prompt=row["prompt"],
        too_general=split_cell(row["too_general"]),
    )


ROWS = read_rows()
SETTINGS = read_settings()
DECK = {row["answer"]: expected_of(row) for row in ROWS}


def rivals_of(answer):
    """The answers of every other concept, alternatives included."""
    return tuple(
        accepted.text
        for other, expected in DECK.items()
        if other != answer
        for accepted in expected.answers
    )


RIVALS = {answer: rivals_of(answer) for answer in DECK}
