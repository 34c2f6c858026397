"""The exact optimum of small instances, by dynamic programming.

What matters about a concept is its tally: recalls, failures and the last step shown.
All concepts together make a state, and the reachable states are far fewer than the
possible sequences: concepts with the same theta are interchangeable, and where a = b a
recall counts as much as a failure. Still their number explodes; too large an instance
is refused, with the horizon that would be possible.
"""

import math
from dataclasses import dataclass
from typing import NamedTuple, NoReturn, Protocol

import numpy as np

from teaching.distinct_rows import unique_rows
from teaching.history import NEVER_SHOWN, History, IntArray, Tally, next_tally
from teaching.memory.base import FloatArray, check_horizon
from teaching.memory.half_life import HalfLifeModel, expected_gain, states_of

MOST_STATES = 500_000
MOST_TALLIES = 100_000_000
"""In the states that can follow those of one step."""


class Problem(Protocol):
    """Something to maximise that is earned card by card."""

    @property
    def n_concepts(self) -> int: ...

    @property
    def horizon(self) -> int: ...

    def group(self, concept: int) -> object:
        """Equal for concepts that are interchangeable."""

    def heeds_answers(self, concept: int) -> bool:
        """Whether it matters how the learner answers."""

    def reward(self, concept: int, tally: Tally, step: int) -> float:
        """What is earned, on average, by showing a concept at ``step``."""

    def chance(self, concept: int, tally: Tally, step: int) -> float:
        """The chance that the concept is recalled then."""


@dataclass(frozen=True)
class TeachingProblem:
    """The paper's: the sum of marginal gains is the objective, times nT."""

    model: HalfLifeModel
    horizon: int

    def __post_init__(self) -> None:
        require_half_lives(self.model)
        check_horizon(History(self.n_concepts), self.horizon)

    @property
    def n_concepts(self) -> int:
        return self.model.n_concepts

    def group(self, concept: int) -> object:
        return tuple(self.model.theta[concept].tolist())

    def heeds_answers(self, concept: int) -> bool:
        a, b, _ = self.model.theta[concept].tolist()
        return bool(a != b)

    def reward(self, concept: int, tally: Tally, step: int) -> float:
        a, b, c = self.model.theta[concept].tolist()
        return expected_gain(states_of((a, b, c)), tally, step, self.horizon + 1 - step)

    def chance(self, concept: int, tally: Tally, step: int) -> float:
        if tally == NEVER_SHOWN:
            return 0.0
        return math.exp2((tally[2] - step) * self.model.rate(concept, tally))


def optimal_value(model: HalfLifeModel, horizon: int) -> float:
    """The best expected objective of any adaptive teacher.

    For small instances; too large a one is refused with the horizon that is possible.

    >>> from teaching import HalfLifeModel, optimal_value
    >>> model = HalfLifeModel([(2.5, 2.5, 1.26), (1, 1, -1), (0.08, 0.08, -0.88)])
    >>> round(optimal_value(model, 8), 4)
    0.5558
    """
    optimum = solve(TeachingProblem(model, horizon))
    return optimum.total / (model.n_concepts * horizon)


def optimal_sequence(model: HalfLifeModel, horizon: int) -> History:
    """A best sequence, where answers do not matter: a = b for every concept."""
    require_equal_weights(model, "the best sequence")
    optimum = solve(TeachingProblem(model, horizon))
    return History.of(model.n_concepts, optimum.sequence(), [False] * horizon)


def require_half_lives(model: object) -> None:
    """Refuse any memory but the half-life model, whose states are few."""
    if not isinstance(model, HalfLifeModel):
        raise ValueError(f"this needs a HalfLifeModel, got {type(model).__name__}")


def require_equal_weights(model: HalfLifeModel, what: str) -> None:
    """Refuse a model in which the learner's answers matter."""
    require_half_lives(model)
    unequal = np.flatnonzero(model.theta[:, 0] != model.theta[:, 1])
    if unequal.size:
        row = int(unequal[0])
        raise ValueError(
            f"{what} exists only where a = b for every concept, "
            f"got theta {model.theta[row].tolist()} in row {row}"
        )


class _Level(NamedTuple):
    """The states before one step, and where each card leads from there.

    A state is a row of tally codes, one column per concept, sorted within each group.
    ``after`` has the number of the next level's state for each column and answer.
    """

    states: IntArray
    after: IntArray


@dataclass(frozen=True, eq=False)
class Optimum:
    """The best that can be earned, and the cards that earn it."""

    problem: Problem
    total: float
    n_states: int
    _levels: list[_Level]
    _choices: list[IntArray]
    _columns: list[int]

    def sequence(self) -> list[int]:
        """The concepts shown if every answer fails."""
        concepts = list(self._columns)
        shown = dict.fromkeys(concepts, NEVER_SHOWN)
        groups = {c: self.problem.group(c) for c in concepts}
        sequence, state = [], 0
        for step, level in enumerate(self._levels, start=1):
            column = int(self._choices[step - 1][state])
            concept = concepts[column]
            sequence.append(concept)
            shown[concept] = next_tally(shown[concept], False, step)
            state = int(level.after[state, column, 0])
            concepts = self._resorted(concepts, shown, groups)
        return sequence

    def _resorted(
        self,
        concepts: list[int],
        shown: dict[int, Tally],
        groups: dict[int, object],
    ) -> list[int]:
        order = list(dict.fromkeys(groups[c] for c in concepts))
        code = _Codes(self.problem.horizon).encode
        return sorted(concepts, key=lambda c: (order.index(groups[c]), code(shown[c])))


def solve(problem: Problem) -> Optimum:
    """Enumerate the reachable states forwards, then value them backwards."""
    search = _Search(problem)
    levels = search.levels()
    values = np.zeros(1)
    choices: list[IntArray] = []
    for step in range(problem.horizon, 0, -1):
        worth = search.worth(levels[step - 1], step, values)
        choices.append(np.argmax(worth, axis=1))
        values = worth.max(axis=1)
    n_states = sum(len(level.states) for level in levels)
    return Optimum(
        problem, float(values[0]), n_states, levels, choices[::-1], search.columns
    )


class _Codes:
    """Tallies as whole numbers, so that states are rows of an array."""

    def __init__(self, horizon: int) -> None:
        self._base = horizon + 1

    def encode(self, tally: Tally) -> int:
        n_plus, n_minus, last = tally
        return (n_plus * self._base + n_minus) * self._base + last

    def decode(self, code: int) -> Tally:
        rest, last = divmod(code, self._base)
        n_plus, n_minus = divmod(rest, self._base)
        return n_plus, n_minus, last


class _Search:
    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._codes = _Codes(problem.horizon)
        by_group: dict[object, list[int]] = {}
        for concept in range(problem.n_concepts):
            by_group.setdefault(problem.group(concept), []).append(concept)
        self.columns = [c for members in by_group.values() for c in members]
        ends = np.cumsum([len(members) for members in by_group.values()]).tolist()
        self._groups = [
            slice(end - len(members), end)
            for end, members in zip(ends, by_group.values(), strict=True)
        ]

    def levels(self) -> list[_Level]:
        """The reachable states before each step."""
        states = np.zeros((1, self._problem.n_concepts), dtype=np.int64)
        levels: list[_Level] = []
        n_states = 0
        for step in range(1, self._problem.horizon + 1):
            n_states += len(states)
            if n_states > MOST_STATES:
                self._refuse(possible_horizon=step - 1)
            if step == self._problem.horizon:
                nowhere = np.zeros((*states.shape, 2), dtype=np.int64)
                levels.append(_Level(states, nowhere))
                break
            if 2 * states.size * states.shape[1] > MOST_TALLIES:
                self._refuse(possible_horizon=step)
            following, after = self._expand(states, step)
            levels.append(_Level(states, after))
            states = following
        return levels

    def _refuse(self, possible_horizon: int) -> NoReturn:
        raise ValueError(
            f"the optimum for {self._problem.n_concepts} concepts over "
            f"{self._problem.horizon} steps has too many states to compute; "
            f"with these concepts a horizon of up to {possible_horizon} is possible"
        )

    def _expand(self, states: IntArray, step: int) -> tuple[IntArray, IntArray]:
        children = [
            self._children(states, column, recalled, step)
            for column in range(states.shape[1])
            for recalled in (False, True)
        ]
        following, numbers = unique_rows(np.concatenate(children))
        after = numbers.reshape(states.shape[1], 2, len(states))
        return following, np.moveaxis(after, 2, 0)

    def _children(
        self, states: IntArray, column: int, recalled: bool, step: int
    ) -> IntArray:
        codes, places = np.unique(states[:, column], return_inverse=True)
        new = [self._next_code(int(code), column, recalled, step) for code in codes]
        children = states.copy()
        children[:, column] = np.array(new)[places]
        for group in self._groups:
            if group.start <= column < group.stop:
                children[:, group].sort(axis=1)
        return children

    def _next_code(self, code: int, column: int, recalled: bool, step: int) -> int:
        tally = self._codes.decode(code)
        heeds = self._problem.heeds_answers(self.columns[column])
        # The first answer always fails; where answers do not matter, all count alike.
        counts_as_recalled = recalled and heeds and tally != NEVER_SHOWN
        return self._codes.encode(next_tally(tally, counts_as_recalled, step))

    def worth(self, level: _Level, step: int, values: FloatArray) -> FloatArray:
        """What each state earns from now on, for each column shown first."""
        worth = np.empty(level.states.shape)
        for column, concept in enumerate(self.columns):
            codes, places = np.unique(level.states[:, column], return_inverse=True)
            tallies = [self._codes.decode(int(code)) for code in codes]
            rewards = [self._problem.reward(concept, t, step) for t in tallies]
            chances = [self._problem.chance(concept, t, step) for t in tallies]
            failed, recalled = values[level.after[:, column]].T
            chance = np.array(chances)[places]
            worth[:, column] = np.array(rewards)[places]
            worth[:, column] += (1 - chance) * failed + chance * recalled
        return worth
