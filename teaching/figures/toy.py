"""The toy problem of the appendix: three concepts, fifteen steps, everything exact."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from matplotlib.axes import Axes

from teaching.figures.drawing import (
    COLOURS,
    Drawing,
    Options,
    Row,
    letter,
    panels,
    shared_legend,
    style,
)
from teaching.guarantees import Guarantee, exact_curvature, greedy_sequence, guarantee
from teaching.history import History, IntArray
from teaching.memory.base import FloatArray
from teaching.memory.half_life import HalfLifeModel
from teaching.objectives import marginal_gains, objective
from teaching.optimal import optimal_sequence
from teaching.theta import TOY

HORIZON = 15
MODEL = HalfLifeModel(TOY)
CONCEPT_LINES = [
    {"color": COLOURS["concept 1"], "marker": "o", "linestyle": "-"},
    {"color": COLOURS["concept 2"], "marker": "s", "linestyle": "--"},
    {"color": COLOURS["concept 3"], "marker": "^", "linestyle": "-."},
]
SEQUENCE_LINES = {
    "greedy": {"color": COLOURS["GR"], "marker": "o", "linestyle": "-"},
    "optimal": {"color": COLOURS["possible"], "marker": "D", "linestyle": "--"},
    "round robin": {"color": COLOURS["RR"], "marker": "^", "linestyle": "-."},
}


TITLES = [
    "greedy",
    "optimal",
    "round robin",
    "objective",
    "marginal gain",
    r"submodularity $\gamma_t$",
    r"curvature $\omega_t$",
    "bounds",
]

Numbers = FloatArray | IntArray


@dataclass(frozen=True)
class ToyResults:
    """Everything there is to know about the toy problem with ``horizon`` steps."""

    horizon: int = HORIZON

    @cached_property
    def sequences(self) -> dict[str, History]:
        in_turn = [step % MODEL.n_concepts for step in range(self.horizon)]
        return {
            "greedy": greedy_sequence(MODEL, self.horizon),
            "optimal": optimal_sequence(MODEL, self.horizon),
            "round robin": History.of(3, in_turn, [False] * self.horizon),
        }

    @cached_property
    def values(self) -> dict[str, float]:
        return {
            name: objective(MODEL, sequence, self.horizon)
            for name, sequence in self.sequences.items()
        }

    @cached_property
    def guarantee(self) -> Guarantee:
        return guarantee(MODEL, self.horizon)

    @property
    def ratio(self) -> float:
        """What greedy reaches of the optimum."""
        return self.values["greedy"] / self.values["optimal"]


def draw_toy(options: Options) -> Drawing:
    """Forgetting curves, objective, gains, gamma, omega and bounds (Figure 8)."""
    toy = ToyResults()
    by_horizon = options.map(_bounds_at, range(1, HORIZON + 1), "toy")
    rows: list[Row] = []
    with style():
        figure, axes = panels(2, 4, width=7.0, height=4.2)
        flat = axes.ravel()
        for panel, (name, sequence) in zip(flat, toy.sequences.items(), strict=False):
            rows += _draw_curves(panel, name, sequence)
        rows += _draw_objective(flat[3], toy)
        rows += _draw_gains(flat[4], toy)
        rows += _draw_submodularity(flat[5], toy)
        rows += _draw_curvature(flat[6], toy)
        rows += _draw_bounds(flat[7], by_horizon)
        shared_legend(figure, flat[0], 3)
        shared_legend(figure, flat[7], 4, loc="outside lower right", title="(h)")
        letter(flat, TITLES)
    return Drawing("toy", figure, rows)


def _row(panel: str, line: str, x: float, y: float) -> Row:
    return {"panel": panel, "line": line, "x": x, "y": y}


def _plot(
    axes: Axes, panel: str, line: str, x: Numbers, y: FloatArray, look: dict[str, str]
) -> list[Row]:
    axes.plot(x, y, label=line, markersize=3, **look)  # type: ignore[arg-type]
    return [
        _row(panel, line, a, b) for a, b in zip(x.tolist(), y.tolist(), strict=True)
    ]


def _draw_curves(axes: Axes, name: str, sequence: History) -> list[Row]:
    rows: list[Row] = []
    for concept, look in enumerate(CONCEPT_LINES):
        line = f"concept {concept + 1}"
        x, y = _forgetting_curve(sequence, concept)
        axes.plot(x, y, color=look["color"], linestyle=look["linestyle"], linewidth=1)
        rows += [_row(name, line, a, b) for a, b in zip(x, y, strict=True)]
        shown = [t for t, c in enumerate(sequence.concepts, start=1) if c == concept]
        axes.plot(
            shown,
            [1.0] * len(shown),
            color=look["color"],
            marker=look["marker"],
            linestyle="",
            markersize=3,
            label=line,
        )
        rows += [_row(name, f"{line} shown", step, 1.0) for step in shown]
    axes.set(xlabel="step", ylabel="recall", ylim=(0, 1.1), xlim=(0.5, HORIZON + 1))
    return rows


def _forgetting_curve(
    sequence: History, concept: int
) -> tuple[list[float], list[float]]:
    """Recall between the steps too; at each step a card may lift it to 1."""
    x: list[float] = []
    y: list[float] = []
    for step in range(1, len(sequence) + 1):
        known = sequence.before(step + 1)
        x.append(step)
        shown_now = sequence.concepts[step - 1] == concept
        y.append(1.0 if shown_now else (y[-1] if y else 0.0))
        times = np.linspace(step, step + 1, 9)[1:]
        x += times.tolist()
        y += MODEL.recall(times, known, [concept])[0].tolist()
    return x, y


def _draw_objective(axes: Axes, toy: ToyResults) -> list[Row]:
    rows: list[Row] = []
    steps = np.arange(0, HORIZON + 1)
    for name, sequence in toy.sequences.items():
        values = np.array(
            [objective(MODEL, sequence.before(t + 1), HORIZON) for t in steps.tolist()]
        )
        rows += _plot(axes, "objective", name, steps, values, SEQUENCE_LINES[name])
    axes.set(xlabel="step", ylabel="$f$", ylim=(0, None))
    axes.legend(loc="lower right", handlelength=2, borderaxespad=0)
    return rows


def _draw_gains(axes: Axes, toy: ToyResults) -> list[Row]:
    rows: list[Row] = []
    path = toy.sequences["greedy"]
    gains = np.array(
        [marginal_gains(MODEL, path.before(t), HORIZON) for t in range(1, HORIZON + 1)]
    )
    for concept, look in enumerate(CONCEPT_LINES):
        steps = np.arange(1, HORIZON + 1)
        line = f"concept {concept + 1}"
        rows += _plot(axes, "marginal gain", line, steps, gains[:, concept], look)
    axes.set(xlabel="step", ylabel=r"$\Delta$", ylim=(0, None))
    return rows


def _draw_submodularity(axes: Axes, toy: ToyResults) -> list[Row]:
    steps = np.arange(HORIZON)
    gamma = toy.guarantee.submodularity
    look = {"color": COLOURS["GR"], "marker": "o"}
    axes.set(xlabel="step $t$", ylim=(0, 1.05))
    return _plot(axes, "submodularity", "exact", steps, gamma, look)


def _draw_curvature(axes: Axes, toy: ToyResults) -> list[Row]:
    steps = np.arange(1, HORIZON)
    bound = toy.guarantee.curvature[1:]
    exact = exact_curvature(MODEL, toy.sequences["greedy"])[1:]
    dashed = {"color": COLOURS["promised"], "marker": "D", "linestyle": "--"}
    solid = {"color": COLOURS["GR"], "marker": "o"}
    rows = _plot(axes, "curvature", "bound", steps, bound, dashed)
    rows += _plot(axes, "curvature", "exact", steps, exact, solid)
    axes.set(xlabel="step $t$", ylim=(0.9, None))
    axes.legend()
    return rows


BOUND_LINES = {
    "reached": {"color": COLOURS["GR"], "marker": "o", "linestyle": "-"},
    "Theorem 2, as printed": {
        "color": COLOURS["promised"],
        "marker": "x",
        "linestyle": ":",
    },
    "Theorem 2": {"color": COLOURS["promised"], "marker": "s", "linestyle": "--"},
    "Corollary 3": {"color": COLOURS["promised"], "marker": "^", "linestyle": "-."},
}


def _bounds_at(horizon: int) -> dict[str, float]:
    toy = ToyResults(horizon)
    return {
        "reached": toy.ratio,
        "Theorem 2, as printed": toy.guarantee.bound_as_printed,
        "Theorem 2": toy.guarantee.bound,
        "Corollary 3": toy.guarantee.corollary,
    }


def _draw_bounds(axes: Axes, by_horizon: list[dict[str, float]]) -> list[Row]:
    rows: list[Row] = []
    horizons = np.arange(1, len(by_horizon) + 1)
    for line, look in BOUND_LINES.items():
        values = np.array([bounds[line] for bounds in by_horizon])
        rows += _plot(axes, "bounds", line, horizons, values, look)
    axes.set(xlabel="steps $T$", ylim=(0, 1.05))
    axes.set_ylabel("share of the optimal $F$", fontsize=7)
    return rows
