"""What memories share in which every concept is on its own."""

import math
from abc import abstractmethod
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from teaching.history import History
from teaching.memory.base import (
    FloatArray,
    MemoryModel,
    chosen_concepts,
    future_times,
)

Showings = tuple[tuple[int, bool], ...]
"""The steps at which a concept was shown, each with whether it was recalled."""


class IndependentModel(MemoryModel):
    """A memory told concept by concept: a subclass says the recall of one, once shown.

    A concept never shown is recalled with chance 0.
    """

    concepts_interact = False

    @abstractmethod
    def _recall_shown(
        self, concept: int, showings: Showings, times: FloatArray
    ) -> FloatArray:
        """The recall of a concept at ``times`` after ``showings``, ``(n_times,)``."""

    def recall(
        self, times: ArrayLike, history: History, concepts: Sequence[int] | None = None
    ) -> FloatArray:
        future = future_times(times, history)
        chosen = chosen_concepts(concepts, self.n_concepts)
        recall = np.zeros((len(chosen), len(future)))
        for row, concept in enumerate(chosen):
            if concept in history.shown:
                showings = showings_of(concept, history)
                recall[row] = self._recall_shown(concept, showings, future)
        return recall

    def gains(
        self, history: History, horizon: int, concepts: Sequence[int]
    ) -> list[float]:
        """Without asking for histories that might be: only one concept changes."""
        times = np.arange(len(history) + 1.0, horizon + 2.0)
        return [
            self._gain(concept, showings_of(concept, history), times)
            for concept in chosen_concepts(concepts, self.n_concepts)
        ]

    def _gain(self, concept: int, showings: Showings, times: FloatArray) -> float:
        """Of showing a concept at the first of ``times``, in all later ones."""
        step, later = int(times[0]), times[1:]

        def kept(recalled: bool) -> float:
            shown = (*showings, (step, recalled))
            return float(self._recall_shown(concept, shown, later).sum())

        if not showings:
            return kept(False)
        waiting = self._recall_shown(concept, showings, times)
        chance, still = float(waiting[0]), float(waiting[1:].sum())
        return (1 - chance) * (kept(False) - still) + chance * (kept(True) - still)

    def total_recall(self, history: History, horizon: int) -> float:
        """Sum, over the showings, of what each keeps until the next of its concept."""
        return math.fsum(
            self._kept(concept, showings_of(concept, history), horizon)
            for concept in history.shown
        )

    def _kept(self, concept: int, showings: Showings, horizon: int) -> float:
        steps = [step for step, _ in showings]
        kept = 0.0
        for index, until in enumerate([*steps[1:], horizon + 1], start=1):
            times = np.arange(steps[index - 1] + 1.0, until + 1.0)
            kept += self._recall_shown(concept, showings[:index], times).sum()
        return kept


def showings_of(concept: int, history: History) -> Showings:
    """When a concept was shown, and whether it was recalled then."""
    answers = zip(history.concepts, history.recalls, strict=True)
    return tuple(
        (step, recalled)
        for step, (shown, recalled) in enumerate(answers, start=1)
        if shown == concept
    )
