"""What a teacher maximises: recall over the session, its gains, recall afterwards."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from teaching.history import History
from teaching.memory.base import (
    FloatArray,
    MemoryModel,
    check_horizon,
    chosen_concepts,
)


def objective(model: MemoryModel, history: History, horizon: int) -> float:
    """Average recall over concepts and steps if nothing more is shown (Eq. 4).

    >>> from teaching import HalfLifeModel, History, objective
    >>> two_steps_each = HalfLifeModel([(0, 0, 1), (0, 0, 1)])
    >>> shown_once = History.of(2, concepts=[0], recalls=[False])
    >>> round(objective(two_steps_each, shown_once, horizon=2), 4)
    0.3018
    """
    check_fit(model, history)
    check_horizon(history, horizon)
    total = model.total_recall(history, horizon)
    return float(_numbers(total, "the objective")) / (model.n_concepts * horizon)


def marginal_gains(
    model: MemoryModel,
    history: History,
    horizon: int,
    concepts: Sequence[int] | None = None,
) -> FloatArray:
    """What showing each concept next is expected to add to the objective (Eq. 5).

    One number per concept, ``(n_concepts,)``, or per element of ``concepts``.

    >>> from teaching import EASY, HARD, HalfLifeModel, History, marginal_gains
    >>> model = HalfLifeModel([EASY, HARD])
    >>> marginal_gains(model, History.of(2), horizon=4).round(3).tolist()
    [0.474, 0.281]
    """
    check_fit(model, history)
    check_horizon(history, horizon)
    chosen = chosen_concepts(concepts, model.n_concepts)
    gains = _numbers(model.gains(history, horizon, chosen), "marginal gains")
    return gains / (model.n_concepts * horizon)


def recall_after(model: MemoryModel, history: History, delay: int) -> float:
    """Average recall ``delay`` steps after the history's last one: recall at T + s.

    >>> from teaching import HalfLifeModel, History, recall_after
    >>> two_steps = HalfLifeModel([(0, 0, 1)])
    >>> recall_after(two_steps, History.of(1, [0], [False]), delay=4)
    0.25
    """
    check_fit(model, history)
    if not delay >= 1:
        raise ValueError(f"delay must be at least 1, got {delay}")
    recall = _numbers(model.recall(len(history) + delay, history), "recall")
    return float(recall.mean())


def _numbers(values: ArrayLike, what: str) -> FloatArray:
    """``values`` as an array, refused if a memory model made them no numbers."""
    numbers = np.asarray(values, dtype=np.float64)
    if np.isnan(numbers).any():
        raise ValueError(f"the memory model gives {what} that are no numbers (nan)")
    return numbers


def check_fit(model: MemoryModel, history: History) -> None:
    """Refuse a history over another number of concepts than the model's."""
    if model.n_concepts != history.n_concepts:
        raise ValueError(
            f"the history is over {history.n_concepts} concepts, "
            f"the memory model over {model.n_concepts}"
        )
