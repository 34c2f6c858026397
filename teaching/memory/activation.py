"""Recall from activation: every past showing counts, the recent ones most."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from teaching.history import History
from teaching.memory.base import (
    FloatArray,
    Kinds,
    MemoryModel,
    chosen_concepts,
    future_times,
)


@dataclass(frozen=True)
class ActivationModel(MemoryModel):
    """Base-level learning of ACT-R (Anderson and Schooler, 1991).

    Each showing leaves a trace that fades as a power of time; a concept is recalled
    when the log of its summed traces, plus noise, exceeds a threshold. Unlike a
    half-life, this depends on when every showing was, not only on the last.
    """

    size: int
    decay: float = 0.5
    threshold: float = -1.0
    noise: float = 0.5
    concepts_interact = False

    def __post_init__(self) -> None:
        if self.size < 1:
            raise ValueError(f"size must be at least 1, got {self.size}")

    @property
    def n_concepts(self) -> int:
        return self.size

    def recall(
        self,
        times: ArrayLike,
        history: History,
        concepts: Sequence[int] | None = None,
    ) -> FloatArray:
        future = future_times(times, history)
        chosen = chosen_concepts(concepts, self.size)
        recall = np.zeros((len(chosen), len(future)))
        for row, concept in enumerate(chosen):
            if concept in history.shown:
                recall[row] = self._recall_shown(concept, future, history)
        return recall

    def kinds(self) -> Kinds:
        return Kinds(np.zeros(self.size, dtype=np.int64), ranked=True)

    def _recall_shown(
        self, concept: int, future: FloatArray, history: History
    ) -> FloatArray:
        # Servers know this model and never ask it: without scipy they take less memory.
        from scipy.special import expit

        shown = [t for t, c in enumerate(history.concepts, start=1) if c == concept]
        ages = future - np.array(shown)[:, None]
        activation = np.log((ages**-self.decay).sum(axis=0))
        chance: FloatArray = expit((activation - self.threshold) / self.noise)
        return chance
