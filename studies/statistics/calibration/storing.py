"""Measured cells as lines of a file, so that a long measurement can go on later."""

import json
from dataclasses import asdict
from pathlib import Path

from studies.statistics.calibration.measuring import Cell
from studies.statistics.calibration.simulated_studies import Scenario


def read_cells(path: Path, *, n_studies: int, n_shuffles: int) -> list[Cell]:
    """What was measured so far; refused if it was measured otherwise."""
    lines = path.read_text().splitlines() if path.exists() else []
    found = [json.loads(line) for line in lines]
    if any((n_studies, n_shuffles) != (x["n_studies"], x["shuffles"]) for x in found):
        raise ValueError(f"{path} was measured with other studies or shuffles")
    return [
        Cell(Scenario(**one["scenario"]), n_studies, one["shares"]) for one in found
    ]


def add_cell(path: Path, cell: Cell, *, n_shuffles: int) -> None:
    """One more line."""
    with path.open("a") as file:
        file.write(json.dumps(asdict(cell) | {"shuffles": n_shuffles}) + "\n")
