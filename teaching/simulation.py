"""Simulated learners, many sessions at once.

Every session has a seed of its own, drawn from the simulation's. A session's teacher
and its learner depend on that seed alone, so the same session comes out whether it is
simulated in a batch or played step by step with ``create_teacher``, and all teachers
meet the same learners. (Only gains that differ in their last bit could be told apart
differently.)
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from teaching.batch import Batch
from teaching.draws import BitsArray, Stream, check_seed, draw, draw_bits
from teaching.history import History, IntArray
from teaching.memory.base import FloatArray, MemoryModel, check_horizon
from teaching.memory.half_life import HalfLifeModel
from teaching.objective import objective
from teaching.people import People
from teaching.teachers import Teacher, create_teacher


@dataclass(frozen=True, eq=False)
class Outcome:
    """How the sessions of one teacher went, one row per session.

    ``concepts`` and ``recalls`` are ``(trials, horizon)``, the measures ``(trials,)``,
    and ``chances``, what ``future_recall`` is the average of, ``(trials, n_concepts)``.
    """

    objective: FloatArray
    future_recall: FloatArray
    concepts: IntArray
    recalls: NDArray[np.bool_]
    chances: FloatArray


@dataclass(frozen=True)
class Setting:
    """What all sessions of a simulation share."""

    truth: HalfLifeModel
    belief: HalfLifeModel
    horizon: int
    delay: int
    no_repeat: bool
    options: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def teacher(self, code: str, seed: int = 0) -> Teacher:
        """A teacher of one of the sessions."""
        return create_teacher(
            code,
            model=self.belief,
            horizon=self.horizon,
            seed=seed,
            no_repeat=self.no_repeat,
            **self.options.get(code, {}),
        )


def simulate(
    codes: Sequence[str],
    *,
    truth: ArrayLike,
    horizon: int,
    trials: int = 200,
    seed: int = 0,
    belief: ArrayLike | None = None,
    no_repeat: bool = False,
    delay: int = 10,
    people: People | None = None,
    options: Mapping[str, Mapping[str, Any]] | None = None,
) -> dict[str, Outcome]:
    """Teach ``trials`` learners with each of the teachers ``codes``.

    Parameters
    ----------
    truth
        The learner's theta, ``(n_concepts, 3)``.
    belief
        The theta the teachers go by; the true one if not given.
    no_repeat
        Whether a concept may not be shown twice in a row. The paper's simulations allow
        it, its user study does not.
    delay
        How long after the session recall is measured: s in recall at T + s.
    people
        In what the learners differ, one row per trial; all alike if not given.
    options
        By code, what a teacher is created with beside all that: the goal of PR.
    """
    true_model = HalfLifeModel(truth)
    believed = true_model if belief is None else HalfLifeModel(belief)
    setting = Setting(true_model, believed, horizon, delay, no_repeat, options or {})
    _check(setting, trials, people)
    seeds = session_seeds(seed, trials)
    return {
        code: _simulate(setting.teacher(code), setting, seeds, people) for code in codes
    }


def session_seeds(seed: int, trials: int) -> BitsArray:
    """The seeds of a simulation's sessions, ``(trials,)``."""
    return draw_bits(check_seed(seed), Stream.TRIAL, 0, np.arange(trials))


def play_session(
    code: str, setting: Setting, seed: int, *, memory: MemoryModel | None = None
) -> History:
    """One session, step by step: what a batch does many of at once.

    ``memory`` is the learner's own, where it is not the one that all share.
    """
    truth = memory or setting.truth
    teacher = setting.teacher(code, seed)
    history = History.of(truth.n_concepts)
    for step in range(1, setting.horizon + 1):
        concept = teacher.choose(history)
        chance = truth.recall(step, history, [concept]).item()
        luck = draw(seed, Stream.RECALL, step, concept)
        history = history.then(concept, luck < chance)
    return history


def _check(setting: Setting, trials: int, people: People | None) -> None:
    n_concepts = setting.truth.n_concepts
    if setting.belief.n_concepts != n_concepts:
        raise ValueError(
            f"belief must have a row for each of the {n_concepts} concepts, "
            f"got {setting.belief.n_concepts}"
        )
    check_horizon(History(n_concepts), setting.horizon)
    for name, value in (("trials", trials), ("delay", setting.delay)):
        if not isinstance(value, int | np.integer) or value < 1:
            raise ValueError(f"{name} must be a whole number from 1 on, got {value!r}")
    if people is not None and people.strength.shape != (trials, n_concepts):
        raise ValueError(
            f"people must be {trials} rows of {n_concepts} concepts, "
            f"got {people.strength.shape}"
        )


def _simulate(
    teacher: Teacher, setting: Setting, seeds: BitsArray, people: People | None
) -> Outcome:
    batch = Batch(
        truth=setting.truth,
        belief=setting.belief,
        kinds=teacher.kinds(setting.belief),
        seeds=seeds,
        horizon=setting.horizon,
        people=people,
    )
    for _ in range(setting.horizon):
        scores = teacher.batch_scores(batch)
        if scores is None:
            return _simulate_one_by_one(teacher, setting, seeds, people)
        batch.show(batch.pick(scores, no_repeat=setting.no_repeat))
    chances = batch.chances_after(setting.delay)
    return Outcome(
        batch.objective(),
        chances.mean(axis=1),
        batch.concepts,
        batch.recalls,
        chances,
    )


def _simulate_one_by_one(
    teacher: Teacher, setting: Setting, seeds: BitsArray, people: People | None
) -> Outcome:
    n_concepts = setting.truth.n_concepts
    everybody = people or People(np.ones((len(seeds), n_concepts)))
    rows = [
        _play_as(row, everybody, teacher.code, setting, seed)
        for row, seed in enumerate(seeds.tolist())
    ]
    chances = np.array([later for _, later, _ in rows])
    return Outcome(
        np.array([value for value, _, _ in rows]),
        chances.mean(axis=1),
        np.array([history.concepts for _, _, history in rows]),
        np.array([history.recalls for _, _, history in rows]),
        chances,
    )


def _play_as(
    row: int, people: People, code: str, setting: Setting, seed: int
) -> tuple[float, FloatArray, History]:
    """The objective, the later chances and the session of one of ``people``."""
    memory = people.memory_of(row, setting.truth)
    history = play_session(code, setting, seed, memory=memory)
    later = memory.recall(setting.horizon + setting.delay, history)[:, 0]
    return objective(memory, history, setting.horizon), later, history
