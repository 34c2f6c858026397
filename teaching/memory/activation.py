"""Recall from activation: every past showing counts, the recent ones most."""

from dataclasses import dataclass

import numpy as np

from teaching.memory.base import FloatArray, Kinds, check_count, check_number
from teaching.memory.independent import IndependentModel, Showings


@dataclass(frozen=True)
class ActivationModel(IndependentModel):
    """Base-level learning of ACT-R (Anderson and Schooler, 1991).

    Each showing leaves a trace that fades as a power of time; a concept is recalled
    when the log of its summed traces, plus noise, exceeds a threshold. Unlike a
    half-life, this depends on when every showing was, not only on the last.
    """

    size: int
    decay: float = 0.5
    threshold: float = -1.0
    noise: float = 0.5

    def __post_init__(self) -> None:
        check_count("size", self.size)
        check_number("decay", self.decay, above=0.0)
        check_number("threshold", self.threshold)
        check_number("noise", self.noise, above=0.0)

    @property
    def n_concepts(self) -> int:
        return self.size

    def kinds(self) -> Kinds:
        return Kinds(np.zeros(self.size, dtype=np.int64), ranked=True)

    def _recall_shown(
        self, concept: int, showings: Showings, times: FloatArray
    ) -> FloatArray:
        ages = times - np.array([[step] for step, _ in showings])
        strength = (ages**-self.decay).sum(axis=0)
        return chance_of_retrieval(strength, self.threshold, self.noise)


def chance_of_retrieval(
    strength: FloatArray, threshold: float, noise: float
) -> FloatArray:
    """The chance that the log of ``strength``, with logistic noise, is enough."""
    # Servers know this model and never ask it: without scipy they take less memory.
    from scipy.special import expit

    chance: FloatArray = expit((np.log(strength) - threshold) / noise)
    return chance
