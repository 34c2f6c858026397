"""Theorem 4 beside what is possible: no teacher exceeds 1 - (n - 1) / (2T)."""

import numpy as np

from teaching.figures.drawing import (
    COLOURS,
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
    "claimed": {"color": COLOURS["promised"], "marker": "s", "linestyle": "--"},
    "ceiling": {"color": COLOURS["possible"], "marker": "", "linestyle": "-."},
    "greedy": {"color": COLOURS["GR"], "marker": "o", "linestyle": "-"},
}

LABELS = {
    "claimed": "claimed by Theorem 4",
    "ceiling": "the most that is possible",
    "greedy": "reached by GR",
}


def draw_ceiling(options: Options) -> Drawing:
    """Utility claimed by Theorem 4, reached by the greedy teacher, and possible."""
    rows: list[Row] = options.map(_row, EPSILONS, "ceiling")
    with style():
        figure, axes = panels(1, 1, width=3.4, height=2.4)
        panel = axes[0, 0]
        for line, look in LINES.items():
            label = LABELS[line]
            panel.plot(EPSILONS, [row[line] for row in rows], label=label, **look)
        panel.set(xlabel=r"$\epsilon$", ylabel="objective $F$", ylim=(0.935, 1))
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
