"""A teacher that learns the learner, where people differ."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from teaching.draws import Stream, draw
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
from teaching.figures.simulations import MEASURES, N_STUDY, T_STUDY
from teaching.memory.base import FloatArray, MemoryModel
from teaching.memory.half_life import ROBUST, HalfLifeModel
from teaching.people import People
from teaching.playing import AnyTeacher
from teaching.simulation import session_seeds, simulate
from teaching.teachers import AdaptiveTeacher, Teacher, create_teacher

SPREADS = (0.0, 0.3, 0.5, 0.7, 1.0)

LINES = {
    "AD": {"color": COLOURS["AD"], "marker": "o", "linestyle": "-"},
    "AD, spread 0.5": {"color": COLOURS["AD"], "marker": "s", "linestyle": "--"},
    "GR told everybody’s strength": {
        "color": COLOURS["possible"],
        "marker": "^",
        "linestyle": ":",
    },
}


@dataclass(frozen=True)
class _World:
    """What the learners of a row of panels are like."""

    title: str
    multiplier: float
    spread_words: float


WORLDS = (
    _World("theta right for the middle", 1.0, 0.0),
    _World("theta × 0.65, words differ", 0.65, 0.5),
)


@dataclass(frozen=True)
class _Task:
    world: _World
    spread: float
    trials: int
    seed: int

    def rows(self) -> list[Row]:
        strengths = self._strengths()
        ease = np.exp(self.world.spread_words * self._scores(N_STUDY))
        outcomes = simulate(
            {"GR": "GR", **self._teachers(strengths)},
            truth=[ROBUST] * N_STUDY,
            horizon=T_STUDY,
            trials=self.trials,
            seed=self.seed,
            no_repeat=True,
            people=People(strengths[:, None] * ease),
        )
        return [
            self._row(
                line, measure, getattr(outcome, measure), getattr(greedy, measure)
            )
            for greedy in [outcomes["GR"]]
            for line, outcome in outcomes.items()
            for measure in MEASURES
        ]

    def _strengths(self) -> FloatArray:
        scores = self._scores(1)[:, 0]
        return self.world.multiplier * np.exp(self.spread * scores)

    def _scores(self, n_columns: int) -> FloatArray:
        """Normal scores of people, or of their words, ``(trials, n_columns)``."""
        from scipy.special import ndtri

        rows, columns = np.indices((self.trials, n_columns))
        luck = draw(self.seed, Stream.PERSON, n_columns, rows * n_columns + columns)
        scores: FloatArray = ndtri(np.maximum(luck, 1e-9))
        return scores

    def _teachers(self, strengths: FloatArray) -> Mapping[str, AnyTeacher]:
        seeds = session_seeds(self.seed, self.trials).tolist()
        return dict(
            zip(
                LINES,
                (
                    AdaptiveTeacher,
                    partial(AdaptiveTeacher, spread=0.5),
                    _Informed(dict(zip(seeds, strengths.tolist(), strict=True))),
                ),
                strict=True,
            )
        )

    def _row(
        self, line: str, measure: str, values: FloatArray, greedy: FloatArray
    ) -> Row:
        gains = values - greedy
        return {
            "world": self.world.title,
            "spread": self.spread,
            "line": line,
            "measure": measure,
            "mean": values.mean(),
            "gain_over_GR": gains.mean(),
            "standard_error": gains.std(ddof=1) / math.sqrt(len(gains)),
            "trials": len(gains),
            "seed": self.seed,
        }


@dataclass(frozen=True)
class _Informed:
    """Makes a greedy teacher who is told how strong each session's learner is."""

    strengths: dict[int, float]

    def __call__(
        self, *, model: MemoryModel, horizon: int, seed: int, no_repeat: bool
    ) -> Teacher:
        theta = self.strengths[seed] * np.array([ROBUST] * model.n_concepts)
        return create_teacher(
            "GR",
            model=HalfLifeModel(theta),
            horizon=horizon,
            seed=seed,
            no_repeat=no_repeat,
        )


def draw_adapting(options: Options) -> Drawing:
    """What learning the learner gains over the fixed (6, 2, 0), where people differ."""
    tasks = [
        _Task(world, spread, options.trials, options.seed)
        for world in WORLDS
        for spread in SPREADS
    ]
    rows = [row for rows in options.map(_Task.rows, tasks, "adapting") for row in rows]
    with style():
        figure, axes = panels(2, 2, width=7.0, height=5.2)
        places = [(world, measure) for world in WORLDS for measure in MEASURES]
        for panel, (world, measure) in zip(axes.ravel(), places, strict=True):
            _draw(panel, rows, world.title, measure)
        letter(axes.ravel(), [world.title for world, _ in places])
        shared_legend(figure, axes[0, 0], 3)
        explain(
            figure,
            f"n = {N_STUDY}, T = {T_STUDY}, no card twice in a row. Bars: 95 % "
            f"interval of the mean over {options.trials} learners, each taught by all "
            f"(seed {options.seed}).",
        )
    return Drawing("adapting", figure, rows)


def _draw(axes: Any, rows: list[Row], world: str, measure: str) -> None:
    axes.axhline(0, color=COLOURS["GR"], linewidth=1)
    for place, (line, look) in enumerate(LINES.items()):
        points = [
            row
            for row in rows
            if (row["world"], row["measure"], row["line"]) == (world, measure, line)
        ]
        # Side by side, so that the bars of one line do not hide another's.
        x = [row["spread"] + 0.012 * (place - 1) for row in points]
        errors = [1.96 * row["standard_error"] for row in points]
        means = [row["gain_over_GR"] for row in points]
        axes.errorbar(x, means, yerr=errors, label=line, capsize=2, **look)
    axes.set(xlabel="spread of people", xticks=SPREADS)
    axes.set_ylabel(f"{MEASURES[measure]}, gain over GR")
