"""Learners who know some of it before anything is shown."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from teaching.distinct_rows import unique_rows
from teaching.history import History
from teaching.memory.base import FloatArray, Kinds, MemoryModel, chosen_concepts


@dataclass(frozen=True, eq=False)
class PriorKnowledgeModel(MemoryModel):
    """Any memory, of somebody who may have known a concept before.

    ``known`` is the chance of each concept to be known, ``(n_concepts,)``, or one
    number for all. What was known is always recalled, shown or not; what was not is
    learnt as ``learnt`` says. The first answer tells which of the two it is, since
    otherwise nothing is recalled before it was shown.
    """

    learnt: MemoryModel
    known: FloatArray
    prior_knowledge = True

    def __init__(self, learnt: MemoryModel, known: ArrayLike) -> None:
        if learnt.prior_knowledge:
            raise ValueError(
                f"learnt must be a memory that starts from nothing; "
                f"{type(learnt).__name__} has prior knowledge already"
            )
        object.__setattr__(self, "learnt", learnt)
        object.__setattr__(self, "known", _checked_chances(known, learnt.n_concepts))
        object.__setattr__(self, "concepts_interact", learnt.concepts_interact)

    @property
    def n_concepts(self) -> int:
        return self.learnt.n_concepts

    def kinds(self) -> Kinds:
        """Those of what is learnt, apart by the chance to be known."""
        labels = self.learnt.kinds().labels
        _, numbers = unique_rows(np.column_stack([labels, self.known]))
        return Kinds(numbers, ranked=False)

    def recall(
        self, times: ArrayLike, history: History, concepts: Sequence[int] | None = None
    ) -> FloatArray:
        chosen = chosen_concepts(concepts, self.n_concepts)
        known = np.array([self._known_after(history, c) for c in chosen])[:, None]
        return known + (1 - known) * self.learnt.recall(times, history, concepts)

    def _known_after(self, history: History, concept: int) -> float:
        """The chance that a concept was known before, given the answers."""
        before = self.known.item(concept)
        if before in (0.0, 1.0) or concept not in history.shown:
            return before
        return 0.0 if history.shown[concept][1] else 1.0


def _checked_chances(known: ArrayLike, n_concepts: int) -> FloatArray:
    given = np.array(known, dtype=np.float64)
    if given.shape not in ((), (n_concepts,)):
        raise ValueError(
            f"known must be one chance, or one for each of the {n_concepts} concepts, "
            f"got {given.shape}"
        )
    if not ((given >= 0) & (given <= 1)).all():
        raise ValueError("known must be chances from 0 to 1")
    chances = np.broadcast_to(given, (n_concepts,)).copy()
    chances.flags.writeable = False
    return chances
