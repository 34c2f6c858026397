"""A bank of imagined participants, from which studies of any size are drawn.

The design is simulated with its own teachers, which believe their own theta. The arms
meet the same people: what differs between arms of the bank is their teaching.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import numpy as np

from studies.statistics.arrays import BoolArray, FloatArray
from studies.statistics.outcomes import (
    Answers,
    Outcome,
    net_gain,
    newly_known,
    wrong_to_right,
)
from studies.statistics.power.people import (
    N_STRATA,
    POSTQUIZ_DELAY,
    USUAL,
    Assumptions,
    draw_people,
    shares_of_people,
)
from teaching import simulate
from teaching.people import People
from teaching.playing import AnyTeacher
from teaching.teachers import told_teacher

Theta = tuple[float, float, float]
Thetas = tuple[Theta, ...]
Scoring = Callable[[Answers, Answers], Outcome]

PER_STRATUM = 1000
PER_STRATUM_TO_FIT = 50
# A design with more concepts and cards than usual gets fewer people in the same time.
MOST_CELLS = N_STRATA * PER_STRATUM * 15 * 40 * 4
FEWEST_PER_STRATUM = 100
N_REFINEMENTS = 4
CLOSE_ENOUGH = 1e-3


@dataclass(frozen=True)
class PlannedArm:
    """A teacher, what it believes of every concept (the deck's if None), its size.

    ``told`` are the teacher's own options, and ``prices`` those that it goes by.
    """

    name: str
    teacher: str
    belief: Theta | None
    n_places: int
    told: tuple[tuple[str, float], ...] = ()
    prices: tuple[float, ...] | None = None

    def make_teacher(self) -> AnyTeacher:
        """What makes its teachers; without prices, they have to find them."""
        by = {} if self.prices is None else {"prices": self.prices}
        return told_teacher(self.teacher, {**dict(self.told), **by})


@dataclass(frozen=True)
class Plan:
    """What of a design decides its power.

    ``samples`` are the thetas of the concepts that sessions are about: several, where
    sessions differ in that.
    """

    arms: tuple[PlannedArm, ...]
    reference: int
    samples: tuple[Thetas, ...]
    n_words: int
    horizon: int
    no_repeat: bool
    outcome: str

    @property
    def n_concepts(self) -> int:
        return len(self.samples[0])

    @property
    def others(self) -> list[int]:
        """The arms that are compared with the reference."""
        return [arm for arm in range(len(self.arms)) if arm != self.reference]


@dataclass(frozen=True, eq=False)
class Bank:
    """Outcomes of imagined participants, ``(n_arms, n_people)``.

    Nan is somebody without an outcome. ``shares`` is how much of everybody each stands
    for, and ``gains``, per arm, the share of all pairs that were wrong before and right
    after.
    """

    scores: FloatArray
    shares: FloatArray
    gains: FloatArray

    def mean(self, values: FloatArray) -> FloatArray:
        """Over everybody who has an outcome, of ``values`` like ``scores``."""
        is_there = np.isfinite(values)
        total = np.where(is_there, values, 0.0) @ self.shares
        mean: FloatArray = total / (is_there @ self.shares)
        return mean


def people_per_stratum(plan: Plan) -> int:
    """1,000 on average for a design of usual size, fewer for larger ones."""
    cells = N_STRATA * plan.n_concepts * plan.horizon * len(plan.arms)
    affordable = MOST_CELLS // cells
    return min(PER_STRATUM, max(FEWEST_PER_STRATUM, affordable))


def build_bank(
    plan: Plan, assumptions: Assumptions, *, n_per_stratum: int, seed: int
) -> Bank:
    """Simulate everybody, and draw their answers before and after."""
    groups = _groups(plan, n_per_stratum, seed)
    answers = [_answers(plan, group, assumptions) for group in groups]
    shares = np.concatenate([group.shares for group in groups]) / len(groups)
    return Bank(
        scores=_scores(answers, SCORINGS[plan.outcome]),
        shares=shares,
        gains=_scores(answers, wrong_to_right) @ shares,
    )


def fit_multiplier(
    plan: Plan, assumptions: Assumptions, *, like: Assumptions = USUAL, seed: int
) -> float:
    """The multiplier at these spreads that makes people learn as much as ``like``.

    Average gains are what earlier studies tell; they hardly tell how much people
    differ. So with other spreads the average over the arms stays.
    """
    if assumptions == like:
        return assumptions.multiplier
    wanted = _mean_gain(plan, like, seed)

    def excess(log_multiplier: float) -> float:
        tried = replace(assumptions, multiplier=float(np.exp(log_multiplier)))
        return _mean_gain(plan, tried, seed) - wanted

    return float(np.exp(_solve(excess, np.log(assumptions.multiplier))))


SCORINGS: dict[str, Scoring] = {
    "learnt": newly_known,
    "net_gain": net_gain,
    "gained": wrong_to_right,
}


@dataclass(frozen=True, eq=False)
class _Group:
    """Some of each stratum who learn concepts of the same kinds."""

    thetas: Thetas
    n_per_stratum: int
    n_words: int
    seed: int

    def people(self, assumptions: Assumptions) -> People:
        return draw_people(
            assumptions,
            n_per_stratum=self.n_per_stratum,
            n_concepts=len(self.thetas),
            n_words=self.n_words,
            rng=np.random.default_rng([self.seed, 0]),
        )

    @property
    def shares(self) -> FloatArray:
        return shares_of_people(self.n_per_stratum)

    def luck(self) -> FloatArray:
        rng = np.random.default_rng([self.seed, 1])
        return rng.random((len(self.shares), len(self.thetas)))


def _groups(plan: Plan, n_per_stratum: int, seed: int) -> list[_Group]:
    n_each = -(-n_per_stratum // len(plan.samples))
    return [
        _Group(thetas, n_each, plan.n_words, seed + number)
        for number, thetas in enumerate(plan.samples)
    ]


def _answers(
    plan: Plan, group: _Group, assumptions: Assumptions
) -> tuple[BoolArray, BoolArray]:
    """Known before, and right after, ``(n_arms, n_people, n_concepts)``."""
    people, luck = group.people(assumptions), group.luck()
    after = [
        luck < _teach(plan, arm, group, people, assumptions.multiplier)
        for arm in plan.arms
    ]
    return np.stack([people.known] * len(plan.arms)), np.stack(after)


def _teach(
    plan: Plan, arm: PlannedArm, group: _Group, people: People, multiplier: float
) -> FloatArray:
    """The chances of everybody to recall each concept at the postquiz."""
    belief = group.thetas if arm.belief is None else (arm.belief,) * plan.n_concepts
    outcome = simulate(
        {arm.teacher: arm.make_teacher()},
        truth=multiplier * np.array(group.thetas),
        belief=belief,
        horizon=plan.horizon,
        trials=len(people),
        seed=group.seed,
        no_repeat=plan.no_repeat,
        delay=POSTQUIZ_DELAY,
        people=people,
    )[arm.teacher]
    return outcome.chances


def _scores(
    groups: Iterable[tuple[BoolArray, BoolArray]], score: Scoring
) -> FloatArray:
    """Of all groups side by side, ``(n_arms, n_people)``."""
    parts = [score(before, after).values for before, after in groups]
    return np.concatenate(parts, axis=1)


def _mean_gain(plan: Plan, assumptions: Assumptions, seed: int) -> float:
    """The gain over all pairs and arms, by chances instead of drawn answers."""
    groups = _groups(plan, PER_STRATUM_TO_FIT, seed)
    gains = [_expected_gains(plan, group, assumptions) for group in groups]
    return float(np.mean(gains))


def _expected_gains(plan: Plan, group: _Group, assumptions: Assumptions) -> FloatArray:
    """Per arm."""
    people = group.people(assumptions)
    chances = np.stack(
        [_teach(plan, arm, group, people, assumptions.multiplier) for arm in plan.arms]
    )
    gains: FloatArray = np.where(people.known, 0.0, chances).mean(axis=2) @ group.shares
    return gains


def _solve(excess: Callable[[float], float], start: float) -> float:
    """Where a rising function is 0, by the secant rule; it is nearly straight here."""
    before, at = start - 0.1, start
    low, high = excess(before), excess(at)
    for _ in range(N_REFINEMENTS):
        if high == low or abs(high) < CLOSE_ENOUGH:
            break
        step = np.clip(high * (at - before) / (high - low), -0.5, 0.5)
        before, low = at, high
        at = float(np.clip(at - step, start - 1.5, start + 1.5))
        high = excess(at)
    return at
