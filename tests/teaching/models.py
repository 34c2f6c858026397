"""Memory models for the tests, and one of each kind to run a suite over."""

from dataclasses import dataclass

import numpy as np

from teaching import EASY, HARD, HalfLifeModel, MemoryModel
from teaching.memory.activation import ActivationModel
from teaching.memory.base import future_times


@dataclass(frozen=True)
class RelatedModel(MemoryModel):
    """Even and odd neighbours help each other, as Apfel helps Apfelsaft."""

    size: int

    @property
    def n_concepts(self):
        return self.size

    def recall(self, times, history, concepts=None):
        future = future_times(times, history)
        chosen = range(self.size) if concepts is None else concepts
        return np.array([self._recall_one(c, future, history) for c in chosen])

    def _recall_one(self, concept, future, history):
        n_plus, n_minus, last = history.shown.get(concept, (0, 0, 0))
        if not last:
            return np.zeros(len(future))
        help_from_neighbour = sum(history.shown.get(concept ^ 1, (0, 0, 0))[:2])
        half_life = 2.0 ** (n_plus + n_minus / 2 + help_from_neighbour / 4)
        return np.exp2((last - future) / half_life)


MODELS = [
    HalfLifeModel([EASY, HARD, (1.0, 1.0, -1.0), EASY]),
    ActivationModel(4),
    RelatedModel(4),
]
