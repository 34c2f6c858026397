"""How fast the simulation figure is computed."""

import math

import numpy as np

from bench.ratios import Ratio, alternate
from teaching.draws import Stream, draw
from teaching.figures.drawing import Options
from teaching.figures.simulations import TEACHER_LINES, simulation_tasks
from teaching.memory.base import FloatArray
from teaching.simulation import session_seeds

TRIALS = 200
LN2 = math.log(2)


def ratios() -> list[Ratio]:
    """The whole figure, against sessions played one at a time with numpy.

    The slow way plays a tenth of the sessions, and its time is taken times ten.
    """
    some = TRIALS // 10
    fast, slow = alternate(figure, lambda: figure_one_by_one(some), rounds=1)
    value = 10 * slow / fast
    return [
        Ratio(
            f"the simulation figure, {TRIALS} trials, against one session at a time",
            value,
            "wanted: at least 30",
            value >= 30,
        )
    ]


def figure() -> None:
    for task in simulation_tasks(Options(trials=TRIALS, bounds=False)):
        task.rows()


def figure_one_by_one(trials: int) -> None:
    for task in simulation_tasks(Options(trials=trials, bounds=False)):
        theta = np.array(task.truth)
        for code in TEACHER_LINES:
            for seed in session_seeds(0, trials).tolist():
                _session(code, theta, task.horizon, seed)


def _session(
    code: str, theta: FloatArray, horizon: int, seed: int
) -> tuple[float, float]:
    """One session with arrays over concepts, as one would write it first."""
    n = len(theta)
    rng = np.random.default_rng(seed)
    order = rng.permutation(n)
    a, b, c = theta.T
    n_plus, n_minus, last = np.zeros(n), np.zeros(n), np.zeros(n)
    total = 0.0
    for step in range(1, horizon + 1):
        half_life = 2 ** (a * n_plus + b * n_minus + c)
        recall = np.where(last > 0, 2 ** (-(step - last) / half_life), 0.0)
        if code == "GR":
            scores = _gains(a, b, half_life, recall, horizon + 1 - step)
        elif code == "LR":
            scores = -recall
        elif code == "RR":
            scores = (order == (step - 1) % n).astype(float)
        else:
            scores = np.zeros(n)
        concept = rng.choice(np.flatnonzero(scores == scores.max()))
        recalled = draw(seed, Stream.RECALL, step, int(concept)) < recall[concept]
        n_plus[concept] += recalled
        n_minus[concept] += not recalled
        last[concept] = step
        half_life = 2 ** (a * n_plus + b * n_minus + c)
        total += np.where(last > 0, 2 ** (-(step + 1 - last) / half_life), 0.0).sum()
    later = np.where(last > 0, 2 ** (-(horizon + 10 - last) / half_life), 0.0)
    return total / (n * horizon), float(later.mean())


def _gains(
    a: FloatArray, b: FloatArray, half_life: FloatArray, recall: FloatArray, m: int
) -> FloatArray:
    def kept(half_life: FloatArray) -> FloatArray:
        decay = LN2 / half_life
        kept: FloatArray = -np.expm1(-m * decay) / np.expm1(decay)
        return kept

    rise = kept(half_life * 2**a) - kept(half_life)
    return recall * rise + (1 - recall) * kept(half_life * 2**b)
