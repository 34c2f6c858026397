"""What holds for every teacher."""

import copy
from collections.abc import Callable
from typing import Any

import numpy as np

from teaching.checks.cases import (
    HORIZON,
    SEEDS,
    require,
    some_histories,
    whatever_it_raises,
)
from teaching.history import History
from teaching.memory.activation import ActivationModel
from teaching.memory.base import MemoryModel
from teaching.memory.half_life import EASY, HARD, HalfLifeModel
from teaching.playing import AnyTeacher, play, play_session, seat_teacher
from teaching.simulation import session_seeds, simulate
from teaching.teachers import Decision, Teacher

TRIED = (HalfLifeModel([EASY, HARD, (1.0, 1.0, -1.0), EASY]), ActivationModel(4))

Check = Callable[[AnyTeacher, MemoryModel], None]


def check_teacher(
    teacher: AnyTeacher, *, models: tuple[MemoryModel, ...] | None = None
) -> None:
    """Try a teacher and raise ``BrokenContractError`` where it breaks a promise.

    ``teacher`` is a class, a code, a function that makes one, or a teacher that exists.
    It meets every model of ``models`` (two of different kinds if not given; its own if
    it exists) with many histories. Nothing is returned: silence means that it can be
    simulated, compared, used in a study and replayed.

    >>> from teaching import check_teacher
    >>> check_teacher("GR")
    """
    if isinstance(teacher, Teacher):
        models = models or (teacher.model,)
    for model in models or TRIED:
        for check in CHECKS:
            with whatever_it_raises("a teacher"):
                check(teacher, model)


def _seated(
    teacher: AnyTeacher, model: MemoryModel, seed: int = 0, no_repeat: bool = True
) -> Teacher:
    horizon = teacher.horizon if isinstance(teacher, Teacher) else HORIZON
    return seat_teacher(
        teacher, model=model, horizon=horizon, seed=seed, no_repeat=no_repeat
    )


def _tells_its_name(teacher: AnyTeacher, model: MemoryModel) -> None:
    seated = _seated(teacher, model)
    for name in ("code", "version"):
        told = getattr(seated, name, None)
        require(
            isinstance(told, str) and bool(told),
            f"a teacher must have a text {name!r}, got {told!r}",
        )


def _decides_soundly(teacher: AnyTeacher, model: MemoryModel) -> None:
    for history in some_histories(model.n_concepts):
        for seed in SEEDS:
            for no_repeat in (True, False):
                seated = _seated(teacher, model, seed, no_repeat)
                _is_sound(seated.decide(history), seated, history)


def _is_sound(decision: Decision, teacher: Teacher, history: History) -> None:
    concept, n_concepts = decision.concept, history.n_concepts
    require(
        type(concept) is int and 0 <= concept < n_concepts,
        f"a decision must be a concept from 0 to {n_concepts - 1}, got {concept!r}",
    )
    banned = {history.last_concept} if teacher.bans_repeats else set()
    require(
        concept not in banned,
        f"with no_repeat, concept {concept} must not be shown twice in a row",
    )
    allowed = {c: s for c, s in decision.scores.items() if c not in banned}
    best = max(allowed.values())
    require(
        set(decision.tied) == {c for c, score in allowed.items() if score == best}
        and concept in decision.tied,
        "the concept shown must be one with the best score among the allowed",
    )
    require(
        set(history.shown) <= set(decision.scores),
        "a decision must give a score for every concept shown so far",
    )
    require(0 <= decision.draw < 1, "a decision's draw must be in [0, 1)")


def _remembers_nothing(teacher: AnyTeacher, model: MemoryModel) -> None:
    for history in some_histories(model.n_concepts):
        seated = _seated(teacher, model, 5)
        first = seated.decide(history)
        seated.decide(History.of(model.n_concepts, [0], [True]))
        fresh = _seated(teacher, copy.deepcopy(model), 5)
        again = History.of(history.n_concepts, history.concepts, history.recalls)
        require(
            first == seated.decide(history) == fresh.decide(again),
            "the same seed and history must give the same decision, whatever was "
            "decided before",
        )


def _leaves_its_input_alone(teacher: AnyTeacher, model: MemoryModel) -> None:
    for history in some_histories(model.n_concepts):
        before, shown = copy.deepcopy(history), copy.deepcopy(history.shown)
        _seated(teacher, model).decide(history)
        require(
            (history, history.shown) == (before, shown),
            "a decision must not change the history it was asked about",
        )


def _teaches_to_the_end(teacher: AnyTeacher, model: MemoryModel) -> None:
    horizon = _seated(teacher, model).horizon
    session = play_session(teacher, truth=model, horizon=horizon, seed=3)
    require(
        len(session) == horizon,
        f"a session of {horizon} steps must show {horizon} concepts",
    )


def _can_be_replayed(teacher: AnyTeacher, model: MemoryModel) -> None:
    seed = 3
    played = play(_seated(teacher, model, seed), model)
    for step, concept in enumerate(played.concepts):
        before = History.of(
            model.n_concepts, played.concepts[:step], played.recalls[:step]
        )
        fresh = _seated(teacher, copy.deepcopy(model), seed)
        require(
            fresh.choose(before) == concept,
            f"asked again about step {step + 1} of a session, a fresh teacher must "
            "choose what was shown: what was asked before must not matter",
        )


def _is_the_same_in_a_batch(teacher: AnyTeacher, model: MemoryModel) -> None:
    seated = _seated(teacher, model)
    # Other memories are simulated one by one, where there is less to go wrong.
    trials = 6 if isinstance(model, HalfLifeModel) else 2
    for no_repeat in (True, False):
        asked: dict[str, Any] = {
            "truth": model,
            "horizon": seated.horizon,
            "no_repeat": no_repeat,
        }
        outcome = simulate({"it": teacher}, trials=trials, seed=1, **asked)["it"]
        for row, seed in enumerate(session_seeds(1, trials).tolist()):
            alone = play_session(teacher, seed=seed, **asked)
            require(
                np.array_equal(outcome.concepts[row], alone.concepts),
                "batch_scores must lead to the same sessions as _scores does step by "
                "step; a subclass that changes _scores must change it as well",
            )


CHECKS: list[Check] = [
    _tells_its_name,
    _leaves_its_input_alone,
    _decides_soundly,
    _remembers_nothing,
    _teaches_to_the_end,
    _can_be_replayed,
    _is_the_same_in_a_batch,
]
