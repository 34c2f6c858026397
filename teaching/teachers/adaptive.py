"""AD: beyond the paper, a greedy teacher that learns what its learner is like."""

from collections.abc import Iterator, Sequence

import numpy as np

from teaching.distinct_rows import unique_rows
from teaching.history import NEVER_SHOWN, History, IntArray, Tally, next_tally
from teaching.memory.base import FloatArray, Kinds, MemoryModel
from teaching.memory.half_life import (
    HalfLifeModel,
    States,
    Theta,
    expected_gain,
    expected_gains,
    states_of,
)
from teaching.showings import BoolArray, tallies_before
from teaching.teachers.base import Sessions, Teacher
from teaching.teachers.strengths import Belief, normalised, strengths_of


class AdaptiveTeacher(Teacher):
    """Shows the largest gain, on average over what the learner may be like.

    People differ by a factor of theta, log-normal around ``centre`` with ``spread``.
    After every answer Bayes' rule says anew how probable each factor is, on a grid. An
    answer may have nothing to do with memory (``slip``), so that none decides alone.
    What is recalled when first shown was known before, and tells nothing.
    """

    code = "AD"

    def __init__(
        self,
        *,
        model: MemoryModel,
        horizon: int,
        seed: int = 0,
        no_repeat: bool = True,
        spread: float = 0.3,
        centre: float = 1.0,
        slip: float = 0.02,
    ) -> None:
        super().__init__(model=model, horizon=horizon, seed=seed, no_repeat=no_repeat)
        if not isinstance(model, HalfLifeModel):
            raise ValueError(
                f"{self.code} learns how strong half-lives are: it needs a "
                f"HalfLifeModel, got {type(model).__name__}"
            )
        self.strengths = strengths_of(spread, centre, slip)
        self._theta = model.theta
        self._states = _StatesByConcept(model.theta, self.strengths.factors)

    def belief(self, history: History) -> Belief:
        """How strong the learner's memory may be, after the answers so far."""
        logs = self.strengths.log_prior
        for concept, tally, step, recalled in _telling(history):
            n_plus, n_minus, last = tally
            logs = logs + self._told(concept, n_plus, n_minus, step - last, recalled)
        return Belief(self.strengths.factors, normalised(logs))

    def _told(
        self, concept: int, n_plus: int, n_minus: int, delay: int, recalled: bool
    ) -> FloatArray:
        a, b, c = self._theta[concept].tolist()
        log_half_life = a * n_plus + b * n_minus + c
        return self.strengths.told(log_half_life, delay, recalled)

    def _scores(self, history: History, concepts: Sequence[int]) -> Sequence[float]:
        chances = self.belief(history).chances.tolist()
        shown, step = history.shown, len(history) + 1
        return [
            self._mean_gain(chances, self._states[c], shown.get(c, NEVER_SHOWN), step)
            for c in concepts
        ]

    def _mean_gain(
        self, chances: list[float], states: list[States], tally: Tally, step: int
    ) -> float:
        total, n_terms = 0.0, self.horizon + 1 - step
        for chance, of_strength in zip(chances, states, strict=True):
            if chance:
                total += chance * expected_gain(of_strength, tally, step, n_terms)
        return total / (self.model.n_concepts * self.horizon)

    @classmethod
    def can_teach(cls, model: MemoryModel) -> bool:
        """Strengths are those of half-lives."""
        return isinstance(model, HalfLifeModel)

    @classmethod
    def kinds(cls, model: MemoryModel) -> Kinds:
        return model.kinds()

    def batch_scores(self, sessions: Sessions) -> FloatArray:
        met, numbers = sessions.tallies()
        chances = self._beliefs(sessions)
        total = np.zeros(numbers.shape)
        for k, gains in enumerate(self._gains(met, sessions.step)):
            total += chances[:, k, None] * gains[numbers]
        return total / np.float64(self.model.n_concepts * self.horizon)

    def _gains(self, met: list[tuple[Theta, Tally]], step: int) -> Iterator[FloatArray]:
        """For each strength the gains of the different states, ``(n_met,)``."""
        kinds = {(theta, *tally[:2]): None for theta, tally in met}
        place = {kind: number for number, kind in enumerate(kinds)}
        numbers = np.array([place[theta, *tally[:2]] for theta, tally in met])
        last = np.array([tally[2] for _, tally in met])
        delays = np.where(last > 0, step - last, np.inf)
        scaled = {theta: _scaled(theta, self.strengths.factors) for theta, *_ in kinds}
        n_terms = self.horizon + 1 - step
        for k in range(len(self.strengths.factors)):
            parts = [
                scaled[theta][k][plus, minus, n_terms] for theta, plus, minus in kinds
            ]
            rates, fresh, rise = np.array(parts)[numbers].T
            yield expected_gains(delays * rates, fresh, rise)

    def _beliefs(self, sessions: Sessions) -> FloatArray:
        """The chances of ``belief`` in every session, ``(trials, n_strengths)``."""
        n_taken = sessions.step - 1
        logs = np.tile(self.strengths.log_prior, (len(sessions.concepts), 1))
        if n_taken:
            table, numbers = self._evidence(
                sessions.concepts[:, :n_taken], sessions.recalls[:, :n_taken]
            )
            for column in numbers.T:
                logs = logs + table[column]
        return normalised(logs)

    def _evidence(
        self, concepts: IntArray, recalls: BoolArray
    ) -> tuple[FloatArray, IntArray]:
        """What the different answers tell, and which of them was given when."""
        learners, steps = np.indices(concepts.shape)
        shown, now = concepts.reshape(-1), steps.reshape(-1) + 1
        right = recalls.reshape(-1)
        before = tallies_before(learners.reshape(-1), shown, now, right)
        telling = (before.last > 0) & ~before.first_recalled
        tallies = (before.n_plus, before.n_minus, now - before.last)
        answers = np.stack([telling, shown, *tallies, right], axis=1).astype(np.int64)
        rows, numbers = unique_rows(answers)
        nothing = np.zeros(len(self.strengths.factors))
        table = [
            self._told(concept, plus, minus, delay, bool(recalled))
            if tells
            else nothing
            for tells, concept, plus, minus, delay, recalled in rows.tolist()
        ]
        return np.array(table), numbers.reshape(concepts.shape)


class _StatesByConcept(dict[int, list[States]]):
    """The states of each concept for each strength, found when they are needed."""

    def __init__(self, theta: FloatArray, factors: FloatArray) -> None:
        super().__init__()
        self._theta, self._factors = theta, factors

    def __missing__(self, concept: int) -> list[States]:
        a, b, c = self._theta[concept].tolist()
        self[concept] = states = _scaled((a, b, c), self._factors)
        return states


def _scaled(theta: Theta, factors: FloatArray) -> list[States]:
    a, b, c = theta
    return [states_of((f * a, f * b, f * c)) for f in factors.tolist()]


def _telling(history: History) -> Iterator[tuple[int, Tally, int, bool]]:
    """The answers that tell what somebody is like, with the tallies before them."""
    shown: dict[int, Tally] = {}
    known = set()
    steps = zip(history.concepts, history.recalls, strict=True)
    for step, (concept, recalled) in enumerate(steps, start=1):
        tally = shown.get(concept, NEVER_SHOWN)
        if tally is NEVER_SHOWN and recalled:
            known.add(concept)
        elif tally is not NEVER_SHOWN and concept not in known:
            yield concept, tally, step, recalled
        shown[concept] = next_tally(tally, recalled, step)
