"""Learners who are not all alike."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from teaching.memory.base import FloatArray, MemoryModel
from teaching.memory.half_life import HalfLifeModel
from teaching.memory.prior_knowledge import PriorKnowledgeModel

BoolArray = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class People:
    """One row per session, one column per concept.

    ``strength`` is a factor of the true theta: somebody with twice the strength for a
    concept has the square of its half-life. ``known`` is what they knew before: it is
    recalled whenever it is asked, shown or not.
    """

    strength: FloatArray
    known: BoolArray

    def __init__(self, strength: ArrayLike, known: ArrayLike | None = None) -> None:
        strengths = np.array(strength, dtype=np.float64)
        nothing = np.zeros(strengths.shape, dtype=np.bool_)
        knows = nothing if known is None else np.array(known, dtype=np.bool_)
        _check(strengths, knows)
        object.__setattr__(self, "strength", strengths)
        object.__setattr__(self, "known", knows)

    def __len__(self) -> int:
        return len(self.strength)

    def memory_of(self, row: int, truth: HalfLifeModel) -> MemoryModel:
        """The memory of one of them."""
        own = HalfLifeModel(truth.theta * self.strength[row][:, None])
        return PriorKnowledgeModel(own, self.known[row])


def _check(strength: FloatArray, known: BoolArray) -> None:
    if strength.ndim != 2 or known.shape != strength.shape:
        raise ValueError(
            f"strength and known must both be (trials, n_concepts), "
            f"got {strength.shape} and {known.shape}"
        )
    if not (np.isfinite(strength) & (strength > 0)).all():
        raise ValueError("strength must be finite and above 0")
