"""What each teacher reaches of what any teacher could."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike

from teaching.memory.base import FloatArray
from teaching.memory.half_life import HalfLifeModel
from teaching.playing import AnyTeacher
from teaching.pricing import AREA, Goal, PriceBound, price_bound
from teaching.simulation import Outcome, simulate
from teaching.teachers import PricedTeacher, teacher_class

CONFIDENCE = 0.99


@dataclass(frozen=True)
class Interval:
    """A mean over simulated sessions, and between what it lies with 99 % confidence."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, values: FloatArray) -> "Interval":
        mean = float(values.mean())
        error = values.std(ddof=1) / np.sqrt(len(values)) if len(values) > 1 else np.inf
        half = float(NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * error)
        return cls(mean, mean - half, mean + half)


@dataclass(frozen=True)
class Certificate:
    """A bound on all teachers, and the goal as each of some reached it by session."""

    bound: PriceBound
    reached: dict[str, FloatArray]

    def share(self, code: str) -> Interval:
        """How much of the bound a teacher reaches."""
        return Interval.of(self.reached[code] / self.bound.upper_bound)

    def lead(self, code: str, other: str) -> Interval:
        """How much further one teacher gets than another, learner by learner."""
        return Interval.of(self.reached[code] - self.reached[other])


def certify(
    codes: Sequence[str],
    *,
    theta: ArrayLike,
    horizon: int,
    trials: int = 400,
    seed: int = 0,
    no_repeat: bool = False,
    goal: Goal = AREA,
) -> Certificate:
    """Bound a design, and simulate ``codes`` on the same learners against the bound."""
    model = HalfLifeModel(theta)
    bound = price_bound(model, horizon, no_repeat=no_repeat, goal=goal)
    outcomes = simulate(
        {code: _with_goal(code, goal) for code in codes},
        truth=model.theta,
        horizon=horizon,
        trials=trials,
        seed=seed,
        no_repeat=no_repeat,
        delay=goal.delay,
    )
    reached = {code: _reached(outcome, goal) for code, outcome in outcomes.items()}
    return Certificate(bound, reached)


def _with_goal(code: str, goal: Goal) -> AnyTeacher:
    """Of all teachers, one can be told what to maximise."""
    teacher = teacher_class(code)
    return partial(teacher, goal=goal) if teacher is PricedTeacher else teacher


def _reached(outcome: Outcome, goal: Goal) -> FloatArray:
    area, later = (1 - goal.later) * outcome.objective, goal.later
    return area + later * outcome.future_recall
