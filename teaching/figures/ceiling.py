"""Theorem 4 beside what is possible: no teacher exceeds 1 - (n - 1) / (2T)."""

import numpy as np

from teaching.figures.drawing import (
    BLUE,
    GREEN,
    ORANGE,
    Drawing,
    Options,
    Row,
    panels,
    style,
)
from teaching.guarantees import greedy_sequence, sufficient_strength, utility_ceiling
from teaching.memory.half_life import HalfLifeModel
from teaching.objectives import objective

N_CONCEPTS, HORIZON = 10, 100
EPSILONS = [0.005, 0.01, 0.015, 0.02, 0.025, 0.03, 0.035, 0.04, 0.045, 0.05, 0.06]
LINES = {
    "claimed": {"color": ORANGE, "marker": "s", "linestyle": "--"},
    "ceiling": {"color": GREEN, "marker": "", "linestyle": "-."},
    "greedy": {"color": BLUE, "marker": "o", "linestyle": "-"},
}


def draw_ceiling(options: Options) -> Drawing:
    """Utility claimed by Theorem 4, reached by the greedy teacher, and possible."""
    rows: list[Row] = options.map(_row, EPSILONS, "ceiling")
    with style():
        figure, axes = panels(1, 1, width=3.4, height=2.4)
        panel = axes[0, 0]
        for line, look in LINES.items():
            panel.plot(EPSILONS, [row[line] for row in rows], label=line, **look)
        panel.set(xlabel=r"$\epsilon$", ylabel="utility", ylim=(0.935, 1))
        panel.set_title(f"$n={N_CONCEPTS}$, $T={HORIZON}$", loc="left")
        panel.legend()
    return Drawing("ceiling", figure, rows)


def _row(epsilon: float) -> Row:
    strength = sufficient_strength(N_CONCEPTS, HORIZON, epsilon)
    model = HalfLifeModel(np.tile([strength, strength, 0.0], (N_CONCEPTS, 1)))
    return {
        "epsilon": epsilon,
        "strength": strength,
        "claimed": 1 - epsilon,
        "ceiling": utility_ceiling(N_CONCEPTS, HORIZON),
        "greedy": objective(model, greedy_sequence(model, HORIZON), HORIZON),
    }
