"""The memory of FSRS: difficulty, stability and retrievability."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from teaching.memory.base import FloatArray, Kinds, check_count, check_number
from teaching.memory.independent import IndependentModel, Showings

Weights = tuple[float, ...]

FSRS_6: Weights = (
    *(0.212, 1.2931, 2.3065, 8.2956),
    *(6.4133, 0.8334, 3.0194, 0.001),
    *(1.8722, 0.1666, 0.796),
    *(1.4835, 0.0614, 0.2629, 1.6483),
    *(0.6014, 1.8729),
    *(0.5425, 0.0912, 0.0658),
    *(0.1542,),
)
"""The 21 weights that FSRS-6 starts from, fitted to reviews of many people."""

AGAIN, GOOD, EASY_GRADE = 1, 3, 4
LEAST_STABILITY = 0.001


class State(NamedTuple):
    """``stability`` is the days after which recall is .9, ``difficulty`` 1 to 10."""

    stability: float
    difficulty: float


@dataclass(frozen=True)
class FSRSModel(IndependentModel):
    """FSRS-6, the scheduler's memory model (Ye and others, open-spaced-repetition).

    After the formulas in the project's wiki, *The Algorithm*. A failed answer has the
    grade *again*, a recall the grade *good*. Recall falls as a power of time; a recall
    makes a memory the more stable the nearer it was to being lost, a failure makes it
    less stable, and within a day other rules hold. Time counts in parts of days as
    well, where schedulers round to whole ones.

    FSRS is fitted to days: ``days_per_step`` says how many a step takes. ``weights``
    are w0 to w20.
    """

    size: int
    days_per_step: float = 1.0
    weights: Weights = FSRS_6

    def __post_init__(self) -> None:
        check_count("size", self.size)
        check_number("days_per_step", self.days_per_step, above=0.0)
        object.__setattr__(self, "weights", checked_weights(self.weights))

    @property
    def n_concepts(self) -> int:
        return self.size

    def kinds(self) -> Kinds:
        return Kinds(np.zeros(self.size, dtype=np.int64), ranked=True)

    def state(self, showings: Showings) -> State:
        """Stability and difficulty after ``showings``, of which there is at least one.

        >>> shown = ((1, False), (3, True))
        >>> round(FSRSModel(1).state(shown).stability, 4)
        2.4329
        """
        return _state(showings, self.days_per_step, self.weights)

    def _recall_shown(
        self, concept: int, showings: Showings, times: FloatArray
    ) -> FloatArray:
        days = (times - showings[-1][0]) * self.days_per_step
        w20 = self.weights[20]
        recall: FloatArray = np.exp(
            -w20 * np.log1p(_factor(w20) * days / self.state(showings).stability)
        )
        return recall


def checked_weights(weights: Sequence[float]) -> Weights:
    """``weights`` as 21 numbers for which the formulas make sense."""
    numbers = tuple(float(weight) for weight in weights)
    if len(numbers) != len(FSRS_6):
        raise ValueError(
            f"weights must be the {len(FSRS_6)} of FSRS-6, w0 to w20, "
            f"got {len(numbers)}"
        )
    for index, weight in enumerate(numbers):
        check_number(f"w{index}", weight, least=0.0)
    for index in (0, 1, 2, 3, 20):
        check_number(f"w{index}", numbers[index], least=LEAST_STABILITY)
    return numbers


@lru_cache(maxsize=2**16)
def _state(showings: Showings, days_per_step: float, weights: Weights) -> State:
    (last, recalled), *others = showings
    grade = GOOD if recalled else AGAIN
    state = State(weights[grade - 1], _first_difficulty(grade, weights))
    for step, recalled in others:
        days = (step - last) * days_per_step
        state = _next_state(state, days, recalled, weights)
        last = step
    return state


def _next_state(state: State, days: float, recalled: bool, w: Weights) -> State:
    if days < 1:
        stability = _same_day_stability(state.stability, recalled, w)
    else:
        missing = -math.expm1(
            -w[20] * math.log1p(_factor(w[20]) * days / state.stability)
        )
        grown = _recalled_stability if recalled else _failed_stability
        stability = grown(state, missing, w)
    difficulty = _next_difficulty(state.difficulty, GOOD if recalled else AGAIN, w)
    return State(max(stability, LEAST_STABILITY), difficulty)


def _factor(decay: float) -> float:
    """Such that recall is .9 after as many days as the stability."""
    return math.expm1(-math.log(0.9) / decay)


def _recalled_stability(state: State, missing: float, w: Weights) -> float:
    """``missing`` is what retrievability lacked to 1."""
    stability, difficulty = state
    hardness = (11 - difficulty) * math.pow(stability, -w[9])
    return stability * (1 + math.exp(w[8]) * hardness * math.expm1(w[10] * missing))


def _failed_stability(state: State, missing: float, w: Weights) -> float:
    stability, difficulty = state
    kept = math.expm1(w[13] * math.log1p(stability)) * math.exp(w[14] * missing)
    forgotten = w[11] * math.pow(difficulty, -w[12]) * kept
    return min(forgotten, stability / math.exp(w[17] * w[18]))


def _same_day_stability(stability: float, recalled: bool, w: Weights) -> float:
    grade = GOOD if recalled else AGAIN
    increase = math.exp(w[17] * (grade - GOOD + w[18])) * math.pow(stability, -w[19])
    return stability * (max(increase, 1.0) if recalled else increase)


def _first_difficulty(grade: int, w: Weights) -> float:
    return _between_1_and_10(_unbounded_difficulty(grade, w))


def _unbounded_difficulty(grade: int, w: Weights) -> float:
    return w[4] - math.exp(w[5] * (grade - 1)) + 1


def _next_difficulty(difficulty: float, grade: int, w: Weights) -> float:
    """A step that shrinks towards 10, then a pull to that of an easy first answer."""
    stepped = difficulty - w[6] * (grade - GOOD) * (10 - difficulty) / 9
    easy = _unbounded_difficulty(EASY_GRADE, w)
    return _between_1_and_10(w[7] * easy + (1 - w[7]) * stepped)


def _between_1_and_10(difficulty: float) -> float:
    return min(max(difficulty, 1.0), 10.0)
