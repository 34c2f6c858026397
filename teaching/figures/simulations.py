"""Simulated learners: the teachers compared, and what a wrong belief costs."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

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
from teaching.memory.half_life import EASY, HARD, ROBUST, HalfLifeModel, Theta
from teaching.pricing import AREA, Goal, price_bound
from teaching.simulation import Outcome, simulate

DELAY = 10
HORIZONS = range(40, 81, 5)
SIZES = range(10, 31, 2)
N_STUDY, T_STUDY = 15, 40
MOST_EASY = 8

TEACHER_LINES = {
    "GR": {"color": COLOURS["GR"], "marker": "o", "linestyle": "-"},
    "LR": {"color": COLOURS["LR"], "marker": "s", "linestyle": "--"},
    "RR": {"color": COLOURS["RR"], "marker": "^", "linestyle": "-."},
    "RD": {"color": COLOURS["RD"], "marker": "x", "linestyle": ":"},
}
BELIEF_LINES = {
    "true": {"color": COLOURS["GR"], "marker": "o", "linestyle": "-"},
    "robust": {"color": COLOURS["belief robust"], "marker": "D", "linestyle": "--"},
    "easy": {"color": COLOURS["belief easy"], "marker": "^", "linestyle": "-."},
    "hard": {"color": COLOURS["belief hard"], "marker": "s", "linestyle": ":"},
}
BOUND_LINE = {"color": COLOURS["possible"], "marker": "", "linestyle": "-"}
BOUND = "no teacher exceeds"
GOALS = {"objective": AREA, "future_recall": Goal(later=1.0, delay=DELAY)}
MEASURES = {"objective": "objective $F$", "future_recall": f"recall at $T+{DELAY}$"}


@dataclass(frozen=True)
class _Task:
    """Simulations for one place on a panel's axis: a label for each belief or code."""

    panel: str
    x: int
    truth: list[Theta]
    horizon: int
    trials: int
    seed: int = 0
    codes: tuple[str, ...] = tuple(TEACHER_LINES)
    beliefs: dict[str, list[Theta]] | None = None
    no_repeat: bool = False
    bounds: bool = True

    def rows(self) -> list[Row]:
        rows = []
        for label, outcome in self._outcomes().items():
            for measure in MEASURES:
                values = getattr(outcome, measure)
                error = values.std(ddof=1) / math.sqrt(len(values))
                rows.append(self._row(label, measure, values.mean(), error))
        return rows + (self._bounds() if self.bounds else [])

    def _row(self, line: str, measure: str, mean: float, error: float) -> Row:
        return {
            "panel": self.panel,
            "x": self.x,
            "line": line,
            "measure": measure,
            "mean": mean,
            "standard_error": error,
            "trials": self.trials,
            "seed": self.seed,
        }

    def _bounds(self) -> list[Row]:
        """What no teacher exceeds on average; nothing is simulated for it."""
        model = HalfLifeModel(self.truth)
        found = {
            measure: price_bound(
                model, self.horizon, no_repeat=self.no_repeat, goal=goal
            )
            for measure, goal in GOALS.items()
        }
        return [
            {**self._row(BOUND, measure, bound.upper_bound, 0.0), "trials": ""}
            for measure, bound in found.items()
        ]

    def _outcomes(self) -> dict[str, Outcome]:
        if self.beliefs is None:
            return self._simulate(None)
        return {
            name: self._simulate(belief)["GR"] for name, belief in self.beliefs.items()
        }

    def _simulate(self, belief: list[Theta] | None) -> dict[str, Outcome]:
        return simulate(
            self.codes,
            truth=self.truth,
            belief=belief,
            horizon=self.horizon,
            trials=self.trials,
            seed=self.seed,
            delay=DELAY,
            no_repeat=self.no_repeat,
        )


def half_and_half(n_concepts: int) -> list[Theta]:
    """The paper's mix: half easy, half hard; of an odd number, one more hard."""
    n_easy = n_concepts // 2
    return [EASY] * n_easy + [HARD] * (n_concepts - n_easy)


def simulation_tasks(options: Options) -> list[_Task]:
    """The settings of the simulation figure."""
    by_horizon = [("T", T, 20, T) for T in HORIZONS]
    by_size = [("n", n, n, 60) for n in SIZES]
    return [
        _Task(
            panel,
            x,
            half_and_half(n_concepts),
            horizon,
            options.trials,
            options.seed,
            bounds=options.bounds,
        )
        for panel, x, n_concepts, horizon in by_horizon + by_size
    ]


def draw_simulation(options: Options) -> Drawing:
    """Objective and later recall against T and against n (the paper's Figure 2)."""
    rows = _run(simulation_tasks(options), options, "simulation")
    with style():
        figure, axes = panels(2, 2, width=7.0, height=5.0)
        flat = axes.ravel()
        for panel, (x, measure) in zip(flat, _PANELS, strict=True):
            _bound_line(panel, rows, x, measure)
            _lines(panel, rows, x, measure, TEACHER_LINES)
            panel.set(xlabel=_AXES[x], ylabel=MEASURES[measure], xticks=_TICKS[x])
        _enlarge_the_few(flat[2], rows)
        letter(flat, ["$n=20$", "$n=20$", "$T=60$", "$T=60$"])
        shared_legend(figure, flat[0], 5)
        explain(figure, _bands(options))
    return Drawing("simulation", figure, rows)


def _enlarge_the_few(axes: Axes, rows: list[Row]) -> None:
    """With few concepts LR is ahead of GR, by less than the panel can show."""
    few = [row for row in rows if row["x"] <= 12]
    axes.set_ylim(0.15, 0.9)
    inset = axes.inset_axes((0.11, 0.12, 0.36, 0.28))
    leaders = {code: TEACHER_LINES[code] for code in ("GR", "LR")}
    _lines(inset, few, "n", "objective", leaders)
    inset.set(xticks=[10, 12], xlim=(9.7, 12.3), yticks=[0.8, 0.85], ylim=(0.79, 0.86))
    inset.set_title("LR ahead at $n=10$", fontsize=7, pad=3)
    axes.indicate_inset((9.7, 0.79, 2.6, 0.07), edgecolor="black")


def _bands(options: Options) -> str:
    above = "\nBlack: what no teacher can exceed on average, computed by prices."
    return (
        f"Bands: 95 % interval of the mean of {options.trials} simulated sessions "
        f"(seed {options.seed}).{above if options.bounds else ''}"
    )


_PANELS = [(x, measure) for x in ("T", "n") for measure in MEASURES]
_TICKS = {"T": HORIZONS, "n": SIZES}
_AXES = {"T": "steps $T$", "n": "concepts $n$"}


def draw_sensitivity(options: Options) -> Drawing:
    """What the greedy teacher loses when it believes in another theta.

    In the setting of the user study, which shows no card twice in a row.
    """
    tasks = [
        _Task(
            "n_easy",
            n_easy,
            [EASY] * n_easy + [HARD] * (N_STUDY - n_easy),
            T_STUDY,
            options.trials,
            options.seed,
            codes=("GR",),
            beliefs=_beliefs(n_easy),
            no_repeat=True,
            bounds=options.bounds,
        )
        for n_easy in range(MOST_EASY + 1)
    ]
    rows = _run(tasks, options, "sensitivity")
    with style():
        figure, axes = panels(1, 2, width=5.4, height=2.8)
        for panel, measure in zip(axes[0], MEASURES, strict=True):
            _bound_line(panel, rows, "n_easy", measure)
            _lines(panel, rows, "n_easy", measure, BELIEF_LINES)
            panel.set_xlabel(f"easy concepts of {N_STUDY}")
            panel.set_ylabel(MEASURES[measure])
        letter(axes[0], ["objective", "recall afterwards"])
        shared_legend(figure, axes[0, 0], 5, title="What the greedy teacher believes:")
        explain(figure, f"No card twice in a row. {_bands(options)}")
    return Drawing("sensitivity", figure, rows)


def _beliefs(n_easy: int) -> dict[str, list[Theta]]:
    return {
        "true": [EASY] * n_easy + [HARD] * (N_STUDY - n_easy),
        "robust": [ROBUST] * N_STUDY,
        "easy": [EASY] * N_STUDY,
        "hard": [HARD] * N_STUDY,
    }


def _run(tasks: Sequence[_Task], options: Options, title: str) -> list[Row]:
    return [row for rows in options.map(_Task.rows, tasks, title) for row in rows]


def _bound_line(axes: Axes, rows: list[Row], panel: str, measure: str) -> None:
    if any(row["line"] == BOUND for row in rows):
        _lines(axes, rows, panel, measure, {BOUND: BOUND_LINE})


def _lines(
    axes: Axes,
    rows: list[Row],
    panel: str,
    measure: str,
    looks: dict[str, dict[str, Any]],
) -> None:
    for label, look in looks.items():
        points = [
            row
            for row in rows
            if (row["panel"], row["measure"], row["line"]) == (panel, measure, label)
        ]
        x = [row["x"] for row in points]
        mean = [row["mean"] for row in points]
        axes.plot(x, mean, label=label, **look)
        low = [row["mean"] - 1.96 * row["standard_error"] for row in points]
        high = [row["mean"] + 1.96 * row["standard_error"] for row in points]
        axes.fill_between(x, low, high, color=look["color"], alpha=0.2, linewidth=0)
