"""Simulated learners, many sessions at once.

Every session has a seed of its own, drawn from the simulation's. A session's teacher
and its learner depend on that seed alone, so the same session comes out whether it is
simulated in a batch or played step by step with ``play_session``, and all teachers meet
the same learners. (Only gains that differ in their last bit could be told apart
differently.)
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from teaching.batch import Batch
from teaching.draws import BitsArray, Stream, check_seed, draw_bits
from teaching.history import History, IntArray
from teaching.memory.base import (
    LONGEST_HORIZON,
    FloatArray,
    MemoryModel,
    check_horizon,
)
from teaching.memory.half_life import HalfLifeModel
from teaching.objectives import objective
from teaching.people import People
from teaching.playing import AnyMemory, AnyTeacher, as_model, play, seat_teacher
from teaching.teachers import Teacher, teacher_class


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
class _Setting:
    """What all sessions of a simulation share."""

    truth: MemoryModel
    belief: MemoryModel
    horizon: int
    delay: int
    no_repeat: bool
    people: People | None

    def memory_of(self, row: int) -> MemoryModel:
        """The memory of one of the learners."""
        if self.people is None:
            return self.truth
        return self.people.memory_of(row, _half_lives(self.truth))

    def seat(self, teacher: AnyTeacher, seed: int) -> Teacher:
        return seat_teacher(
            teacher,
            model=self.belief,
            horizon=self.horizon,
            seed=seed,
            no_repeat=self.no_repeat,
        )


def simulate(
    codes: Sequence[AnyTeacher] | Mapping[str, AnyTeacher],
    *,
    truth: AnyMemory,
    horizon: int,
    trials: int = 200,
    seed: int = 0,
    belief: AnyMemory | None = None,
    no_repeat: bool = False,
    delay: int = 10,
    people: People | None = None,
) -> dict[str, Outcome]:
    """Teach ``trials`` learners with each of the teachers.

    Parameters
    ----------
    codes
        Codes such as "GR", or teachers of your own as ``play_session`` takes them; in a
        dict, under names of your own. A teacher that exists already keeps its belief
        and its rule about repeats, and takes the seed of each session.
    truth
        The learners' memory: a model, or a theta of shape ``(n_concepts, 3)``.
    belief
        The memory the teachers go by; the true one if not given.
    no_repeat
        Whether a concept may not be shown twice in a row. The paper's simulations allow
        it, its user study does not.
    delay
        How long after the session recall is measured: s in recall at T + s.
    people
        In what the learners differ, one row per trial; all alike if not given.

    >>> from teaching import EASY, HARD, simulate
    >>> truth = [EASY] * 5 + [HARD] * 5
    >>> outcomes = simulate(["GR", "LR"], truth=truth, horizon=60)
    >>> for code, outcome in outcomes.items():
    ...     print(code, f"{outcome.objective.mean():.3f}")
    GR 0.835
    LR 0.848
    """
    true_model = as_model(truth)
    believed = true_model if belief is None else as_model(belief)
    setting = _Setting(true_model, believed, horizon, delay, no_repeat, people)
    _check(setting, trials)
    seeds = session_seeds(seed, trials)
    return {
        name: _simulate(teacher, setting, seeds)
        for name, teacher in _named(codes).items()
    }


def session_seeds(seed: int, trials: int) -> BitsArray:
    """The seeds of a simulation's sessions, ``(trials,)``."""
    return draw_bits(check_seed(seed), Stream.TRIAL, 0, np.arange(trials))


def _named(
    teachers: Sequence[AnyTeacher] | Mapping[str, AnyTeacher],
) -> dict[str, AnyTeacher]:
    if isinstance(teachers, Mapping):
        return dict(teachers)
    named: dict[str, AnyTeacher] = {}
    for teacher in teachers:
        name = teacher if isinstance(teacher, str) else getattr(teacher, "code", None)
        if name is None or named.setdefault(name, teacher) is not teacher:
            raise ValueError(
                "teachers need names of their own: pass a dict, such as "
                '{"mine": my_teacher, "GR": "GR"}'
            )
    return named


def _check(setting: _Setting, trials: int) -> None:
    n_concepts = setting.truth.n_concepts
    if setting.belief.n_concepts != n_concepts:
        raise ValueError(
            f"belief must have a row for each of the {n_concepts} concepts, "
            f"got {setting.belief.n_concepts}"
        )
    check_horizon(History(n_concepts), setting.horizon)
    for name, value in (("trials", trials), ("delay", setting.delay)):
        whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
        if not whole or not 1 <= value <= LONGEST_HORIZON:
            raise ValueError(
                f"{name} must be a whole number from 1 on, got {str(value)[:20]}"
            )
    if setting.people is not None:
        _check_people(setting.people, setting.truth, trials)


def _check_people(people: People, truth: MemoryModel, trials: int) -> None:
    _half_lives(truth)
    if people.strength.shape != (trials, truth.n_concepts):
        raise ValueError(
            f"people must be {trials} rows of {truth.n_concepts} concepts, "
            f"got {people.strength.shape}"
        )


def _half_lives(truth: MemoryModel) -> HalfLifeModel:
    if not isinstance(truth, HalfLifeModel):
        raise ValueError(
            f"people differ in the strength of half-lives: truth must be a "
            f"HalfLifeModel, got {type(truth).__name__}"
        )
    return truth


def _simulate(teacher: AnyTeacher, setting: _Setting, seeds: BitsArray) -> Outcome:
    """In a batch where there is a way, else one by one."""
    kind = _class_of(teacher)
    truth, belief = setting.truth, setting.belief
    if kind and isinstance(truth, HalfLifeModel) and isinstance(belief, HalfLifeModel):
        batch = Batch(
            truth=truth,
            belief=belief,
            kinds=kind.kinds(belief),
            seeds=seeds,
            horizon=setting.horizon,
            people=setting.people,
        )
        outcome = _play_batch(setting.seat(teacher, 0), batch, setting)
        if outcome is not None:
            return outcome
    return _simulate_one_by_one(teacher, setting, seeds)


def _class_of(teacher: AnyTeacher) -> type[Teacher] | None:
    """What makes every session's teacher alike, but for the seed."""
    if isinstance(teacher, str):
        return teacher_class(teacher)
    given: object = teacher.func if isinstance(teacher, partial) else teacher
    return given if isinstance(given, type) and issubclass(given, Teacher) else None


def _play_batch(teacher: Teacher, batch: Batch, setting: _Setting) -> Outcome | None:
    for _ in range(setting.horizon):
        scores = teacher.batch_scores(batch)
        if scores is None:
            return None
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
    teacher: AnyTeacher, setting: _Setting, seeds: BitsArray
) -> Outcome:
    sessions, values, chances = [], [], []
    for row, seed in enumerate(seeds.tolist()):
        memory = setting.memory_of(row)
        history = play(setting.seat(teacher, seed), memory)
        sessions.append(history)
        values.append(objective(memory, history, setting.horizon))
        later = memory.recall(setting.horizon + setting.delay, history)
        chances.append(later[:, 0])
    return Outcome(
        np.array(values),
        np.array(chances).mean(axis=1),
        np.array([history.concepts for history in sessions]),
        np.array([history.recalls for history in sessions]),
        np.array(chances),
    )
