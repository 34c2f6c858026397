"""What holds for every memory model."""

import copy
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from teaching.checks.cases import HORIZON, require, some_histories, whatever_it_raises
from teaching.history import History, IntArray
from teaching.memory.base import FloatArray, MemoryModel
from teaching.playing import play_session
from teaching.teachers import TEACHERS

CLOSE = 1e-9

Check = Callable[[MemoryModel], None]


def check_model(model: MemoryModel, *, prior_knowledge: bool = False) -> None:
    """Try a memory model and raise ``BrokenContractError`` where it breaks a promise.

    A model may recall a concept before it was shown if it says so, by its own
    ``prior_knowledge`` or here. Nothing is returned: silence means that every teacher
    can teach with it.

    >>> from teaching import EASY, HARD, HalfLifeModel, check_model
    >>> check_model(HalfLifeModel([EASY, HARD]))
    """
    for check in CHECKS:
        with whatever_it_raises("a memory model"):
            check(model)
    if not (prior_knowledge or model.prior_knowledge):
        _knows_nothing_before(model)


def _times(history: History) -> list[int]:
    return [len(history) + delay for delay in (1, 2, 7, 30)]


def _has_concepts(model: MemoryModel) -> None:
    n_concepts = model.n_concepts
    require(
        isinstance(n_concepts, int) and n_concepts >= 1,
        f"n_concepts must be a whole number from 1 on, got {n_concepts!r}",
    )


def _recalls_with_a_chance(model: MemoryModel) -> None:
    for history in some_histories(model.n_concepts):
        recall = np.asarray(model.recall(_times(history), history))
        expected = model.n_concepts, 4
        require(
            recall.shape == expected,
            f"recall must be (n_concepts, n_times), here {expected}, got "
            f"{recall.shape}",
        )
        require(
            bool(np.all((recall >= 0) & (recall <= 1))),
            f"recall must be between 0 and 1, got {recall.tolist()}",
        )


def _recalls_some_concepts_at_some_times(model: MemoryModel) -> None:
    some = [model.n_concepts - 1, 0]
    for history in some_histories(model.n_concepts):
        times = _times(history)
        every = model.recall(times, history)
        require(
            np.array_equal(model.recall(times, history, some), every[some]),
            "recall of some concepts must be their rows of the recall of all",
        )
        one_time = [model.recall(time, history)[:, 0] for time in times]
        require(
            _are_close(np.array(one_time).T, every),
            "recall at several times must be the recall at each of them",
        )


def _does_not_forecast_the_past(model: MemoryModel) -> None:
    history = some_histories(model.n_concepts)[-1]
    try:
        model.recall(len(history), history)
    except ValueError:
        return
    require(False, "recall at a step of the history must be refused (ValueError)")


def _is_a_function(model: MemoryModel) -> None:
    for history in some_histories(model.n_concepts):
        before, times = copy.deepcopy(history), _times(history)
        first = np.array(model.recall(times, history))
        model.recall(HORIZON, History.of(model.n_concepts, [0], [True]))
        again = model.recall(times, history)
        require(
            np.array_equal(first, again) and history == before,
            "recall must depend on times and history alone, and change neither",
        )


def _keeps_concepts_apart(model: MemoryModel) -> None:
    if model.concepts_interact or model.n_concepts == 1:
        return
    for history in some_histories(model.n_concepts):
        longer = history.then(0, True)
        times, others = _times(longer), list(range(1, model.n_concepts))
        require(
            _are_close(
                model.recall(times, history, others),
                model.recall(times, longer, others),
            ),
            "showing a concept changes the recall of another: concepts_interact must "
            "be True",
        )


def _short_ways_are_right(model: MemoryModel) -> None:
    everything = list(range(model.n_concepts))
    for history in some_histories(model.n_concepts):
        asked: list[tuple[str, tuple[object, ...]]] = [
            ("gains", (history, HORIZON, everything)),
            ("total_recall", (history, HORIZON)),
            ("lapses", (history, everything)),
        ]
        for name, arguments in asked:
            told = getattr(model, name)(*arguments)
            require(
                _are_close(told, getattr(MemoryModel, name)(model, *arguments)),
                f"{name} must agree with what follows from recall",
            )


def _kinds_are_alike(model: MemoryModel) -> None:
    labels, ranked = model.kinds()
    require(
        np.shape(labels) == (model.n_concepts,)
        and set(labels) == set(range(max(labels) + 1)),
        "kinds must label every concept with a number, counted from 0 without gaps",
    )
    for history in some_histories(model.n_concepts):
        if unseen := _unseen(history):
            gains = np.array(model.gains(history, HORIZON, unseen))
            _gain_by_kind(gains, np.asarray(labels)[unseen], ranked)


def _gain_by_kind(gains: FloatArray, labels: IntArray, ranked: bool) -> None:
    for label, gain in zip(labels, gains, strict=True):
        require(
            _are_close(gains[labels == label], gain),
            "concepts of one kind must gain the same before they are shown",
        )
        require(
            not ranked or bool(np.all(gains[labels > label] <= gain + CLOSE)),
            "with ranked kinds, a lower number must never gain less",
        )


def _unseen(history: History) -> list[int]:
    return [c for c in range(history.n_concepts) if c not in history.shown]


def _can_be_taught(model: MemoryModel) -> None:
    for code, teacher in TEACHERS.items():
        if teacher.can_teach(model):
            play_session(code, truth=model, horizon=HORIZON, seed=2)


def _knows_nothing_before(model: MemoryModel) -> None:
    for history in some_histories(model.n_concepts):
        unseen = _unseen(history)
        require(
            not unseen or not np.any(model.recall(_times(history), history, unseen)),
            "a concept never shown must be recalled with chance 0; if learners know "
            "some before, say prior_knowledge = True",
        )


def _are_close(ours: ArrayLike, other: ArrayLike) -> bool:
    ours, other = np.asarray(ours), np.asarray(other)
    return bool(np.allclose(ours, other, rtol=CLOSE, atol=CLOSE, equal_nan=False))


CHECKS: list[Check] = [
    _has_concepts,
    _recalls_with_a_chance,
    _is_a_function,
    _recalls_some_concepts_at_some_times,
    _does_not_forecast_the_past,
    _keeps_concepts_apart,
    _short_ways_are_right,
    _kinds_are_alike,
    _can_be_taught,
]
