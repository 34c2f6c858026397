"""What a teacher maximises: recall over the session, its gains, recall afterwards."""

from collections.abc import Sequence

import numpy as np

from teaching.history import History
from teaching.memory.base import (
    FloatArray,
    MemoryModel,
    check_horizon,
    chosen_concepts,
)


def objective(model: MemoryModel, history: History, horizon: int) -> float:
    """Average recall over concepts and steps if nothing more is shown (Eq. 4)."""
    check_fit(model, history)
    check_horizon(history, horizon)
    return model.total_recall(history, horizon) / (model.n_concepts * horizon)


def marginal_gains(
    model: MemoryModel,
    history: History,
    horizon: int,
    concepts: Sequence[int] | None = None,
) -> FloatArray:
    """What showing each concept next is expected to add to the objective (Eq. 5).

    One number per concept, ``(n_concepts,)``, or per element of ``concepts``.
    """
    check_fit(model, history)
    check_horizon(history, horizon)
    chosen = chosen_concepts(concepts, model.n_concepts)
    gains = np.array(model.gains(history, horizon, chosen), dtype=np.float64)
    return gains / (model.n_concepts * horizon)


def recall_after(model: MemoryModel, history: History, delay: int) -> float:
    """Average recall ``delay`` steps after the history's last one: recall at T + s."""
    check_fit(model, history)
    if not delay >= 1:
        raise ValueError(f"delay must be at least 1, got {delay}")
    return float(model.recall(len(history) + delay, history).mean())


def check_fit(model: MemoryModel, history: History) -> None:
    """Refuse a history over another number of concepts than the model's."""
    if model.n_concepts != history.n_concepts:
        raise ValueError(
            f"the history is over {history.n_concepts} concepts, "
            f"the memory model over {model.n_concepts}"
        )
