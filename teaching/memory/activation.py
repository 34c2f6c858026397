"""Recall from activation: every past showing counts, the recent ones most."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import expit

from teaching.history import History
from teaching.memory.base import FloatArray, MemoryModel, future_times


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
        chosen = range(self.size) if concepts is None else concepts
        return np.array([self._recall_one(c, future, history) for c in chosen])

    def _recall_one(
        self, concept: int, future: FloatArray, history: History
    ) -> FloatArray:
        shown = [t for t, c in enumerate(history.concepts, start=1) if c == concept]
        if not shown:
            return np.zeros(len(future))
        ages = future - np.array(shown)[:, None]
        activation = np.log((ages**-self.decay).sum(axis=0))
        chance: FloatArray = expit((activation - self.threshold) / self.noise)
        return chance
