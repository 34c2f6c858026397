"""The German deck as the grading service sees it."""

import csv
import tomllib
from pathlib import Path

from studies.grading.rivals import rivals_of
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
        other_plurals=split_cell(row["other_plurals"]),
        look_alikes=split_cell(row["look_alikes"]),
    )


ROWS = read_rows()
SETTINGS = read_settings()
DECK = {row["answer"]: expected_of(row) for row in ROWS}
RIVALS = {answer: rivals_of(answer, DECK, version=2) for answer in DECK}
