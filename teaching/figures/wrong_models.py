"""Teachers who are wrong about memory: every teacher with every kind of learner."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from teaching.figures.drawing import (
    COLOURS,
    Drawing,
    Options,
    Row,
    explain,
    letter,
    panels,
    shared_legend,
    style,
)
from teaching.learners import LEARNERS
from teaching.memory.base import FloatArray
from teaching.memory.half_life import ROBUST, HalfLifeModel
from teaching.simulation import simulate

N_CONCEPTS, HORIZON, DELAY = 15, 40, 10
KNOWING = "GR*"
"""The greedy teacher that believes the truth."""

LOOKS: dict[str, dict[str, Any]] = {
    KNOWING: {"color": COLOURS["GR"], "marker": "o", "markerfacecolor": "none"},
    "GR": {"color": COLOURS["GR"], "marker": "o"},
    "PR": {"color": COLOURS["PR"], "marker": "D"},
    "LR": {"color": COLOURS["LR"], "marker": "s"},
    "TH": {"color": COLOURS["TH"], "marker": "v"},
    "CO": {"color": COLOURS["CO"], "marker": "P"},
    "LT": {"color": COLOURS["LT"], "marker": "<"},
    "RR": {"color": COLOURS["RR"], "marker": "^"},
    "RD": {"color": COLOURS["RD"], "marker": "x"},
}
MEASURES = {"objective": "objective $F$", "future_recall": f"recall at $T+{DELAY}$"}

Measured = dict[str, list[float]]
"""Each of ``MEASURES`` by session, as plain numbers, which can be kept."""


@dataclass(frozen=True)
class Cell:
    """Sessions of one teacher with one kind of learner."""

    learner: str
    teacher: str
    trials: int
    seed: int

    def measured(self) -> Measured:
        """All teachers of one seed meet the same learners, so cells are paired."""
        truth = LEARNERS[self.learner].memory(N_CONCEPTS)
        knows = self.teacher == KNOWING
        outcome = simulate(
            {"it": "GR" if knows else self.teacher},
            truth=truth,
            belief=truth if knows else HalfLifeModel([ROBUST] * N_CONCEPTS),
            horizon=HORIZON,
            trials=self.trials,
            seed=self.seed,
            no_repeat=True,
            delay=DELAY,
        )["it"]
        return {name: getattr(outcome, name).tolist() for name in MEASURES}


def draw_wrong_models(options: Options) -> Drawing:
    """Objective and later recall of learners who forget otherwise than believed."""
    rows = compare(LEARNERS, options)
    with style():
        figure, axes = panels(1, 2, width=7.0, height=7.6)
        for panel, (measure, name) in zip(axes[0], MEASURES.items(), strict=True):
            _draw_panel(panel, [row for row in rows if row["measure"] == measure])
            panel.set_xlabel(name)
        axes[0, 1].tick_params(labelleft=False)
        letter(axes[0], ["in the session", "afterwards"])
        shared_legend(figure, axes[0, 0], len(LOOKS), handletextpad=0.2)
        explain(figure, _explanation(options))
    return Drawing("wrong_models", figure, rows)


def compare(learners: Iterable[str], options: Options) -> list[Row]:
    """A row for each of ``learners``, teacher and measure."""
    cells = [
        Cell(learner, teacher, options.trials, options.seed)
        for learner in learners
        for teacher in LOOKS
    ]
    found = options.map(Cell.measured, cells, "wrong models")
    rows: list[Row] = []
    for start in range(0, len(cells), len(LOOKS)):
        stop = start + len(LOOKS)
        rows += _rows_of_learner(cells[start:stop], found[start:stop])
    return rows


def _rows_of_learner(cells: Sequence[Cell], found: Sequence[Measured]) -> list[Row]:
    rows: list[Row] = []
    for measure in MEASURES:
        by_teacher = {
            cell.teacher: np.array(values[measure])
            for cell, values in zip(cells, found, strict=True)
        }
        misled = [name for name in by_teacher if name != KNOWING]
        best = max(misled, key=lambda name: by_teacher[name].mean().item())
        for cell in cells:
            values = by_teacher[cell.teacher]
            rows.append(_row(cell, measure, values, by_teacher[best] - values))
    return rows


def _row(cell: Cell, measure: str, values: FloatArray, behind: FloatArray) -> Row:
    learner = LEARNERS[cell.learner]
    return {
        "learner": cell.learner,
        "scaled": learner.scaled,
        "scale": learner.scale,
        "teacher": cell.teacher,
        "measure": measure,
        "mean": values.mean(),
        "standard_error": _error(values),
        "behind_best": behind.mean(),
        "behind_best_error": _error(behind),
        "trials": len(values),
        "seed": cell.seed,
    }


def _error(values: FloatArray) -> float:
    return float(values.std(ddof=1)) / math.sqrt(len(values))


def _draw_panel(axes: Axes, rows: list[Row]) -> None:
    height = 0.8 / len(LOOKS)
    middle = np.arange(len(LEARNERS))
    for place, (teacher, look) in enumerate(LOOKS.items()):
        own = [row for row in rows if row["teacher"] == teacher]
        axes.errorbar(
            [row["mean"] for row in own],
            middle + height * (place - (len(LOOKS) - 1) / 2),
            xerr=[1.96 * row["standard_error"] for row in own],
            label=teacher,
            linestyle="",
            markersize=3.5,
            elinewidth=0.9,
            **look,
        )
    for border in middle[1:]:
        axes.axhline(border - 0.5, color="0.75", linewidth=0.6)
    axes.set_yticks(middle, list(LEARNERS))
    axes.set_ylim(len(LEARNERS) - 0.5, -0.5)
    axes.grid(visible=False, axis="y")


def _explanation(options: Options) -> str:
    return (
        f"All teachers believe in half-lives with (6, 2, 0), except {KNOWING}, which "
        f"believes the truth.\n$n={N_CONCEPTS}$, $T={HORIZON}$, no card twice in a "
        f"row. All teachers meet the same learners.\nBars, often within the marks: "
        f"95 % interval of the mean of {options.trials} simulated sessions "
        f"(seed {options.seed})."
    )
