"""Learners of every kind of memory, made comparable: the true ones of simulations."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from teaching.memory.activation import ActivationModel
from teaching.memory.base import FloatArray, MemoryModel
from teaching.memory.fsrs import FSRSModel
from teaching.memory.half_life import ROBUST, HalfLifeModel
from teaching.memory.power_law import PowerLawModel
from teaching.memory.prior_knowledge import PriorKnowledgeModel
from teaching.memory.related import RelatedModel, family_links
from teaching.memory.spacing import SpacingModel
from teaching.memory.two_scales import TwoScaleModel

FAMILY_SIZE = 3
FAMILY_LINK = 0.25
KNOWN_BEFORE = 0.1
"""What the app's power analysis and its simulated people assume as well."""


@dataclass(frozen=True)
class TrueLearner:
    """A kind of memory with the one number that sets how good it is.

    ``make(n_concepts, scale)`` is the memory, ``scaled`` says what the number is.
    """

    make: Callable[[int, float], MemoryModel]
    scale: float
    scaled: str

    def memory(self, n_concepts: int) -> MemoryModel:
        """The memory of this learner for ``n_concepts``."""
        return self.make(n_concepts, self.scale)


def _robust(n_concepts: int, factor: float) -> FloatArray:
    return np.tile(np.array(ROBUST) * factor, (n_concepts, 1))


def _half_life(n_concepts: int, factor: float) -> MemoryModel:
    return HalfLifeModel(_robust(n_concepts, factor))


def _power_law(n_concepts: int, factor: float) -> MemoryModel:
    return PowerLawModel(_robust(n_concepts, factor))


def _activation(n_concepts: int, threshold: float) -> MemoryModel:
    return ActivationModel(n_concepts, threshold=threshold)


def _spacing(n_concepts: int, threshold: float) -> MemoryModel:
    return SpacingModel(n_concepts, threshold=threshold)


def _two_scales(n_concepts: int, factor: float) -> MemoryModel:
    return TwoScaleModel(_robust(n_concepts, factor))


def _related(n_concepts: int, factor: float) -> MemoryModel:
    families = [concept // FAMILY_SIZE for concept in range(n_concepts)]
    links = family_links(families, FAMILY_LINK)
    return RelatedModel(_robust(n_concepts, factor), links)


def _known_before(n_concepts: int, factor: float) -> MemoryModel:
    return PriorKnowledgeModel(_half_life(n_concepts, factor), KNOWN_BEFORE)


THETA = "theta as a multiple of (6, 2, 0)"

LEARNERS: dict[str, TrueLearner] = {
    "half-life": TrueLearner(_half_life, 1.0, THETA),
    "power law": TrueLearner(_power_law, 0.925, THETA),
    "two time scales": TrueLearner(_two_scales, 1.0, THETA),
    "related concepts": TrueLearner(_related, 0.584, THETA),
    "known before": TrueLearner(_known_before, 0.962, THETA),
    "ACT-R": TrueLearner(_activation, -1.273, "threshold"),
    "ACT-R with spacing": TrueLearner(_spacing, -0.786, "threshold"),
    "FSRS": TrueLearner(FSRSModel, 0.479, "days per step"),
}
"""Scaled so that round robin leaves all of them with the same recall at T + 10, for 15
concepts and 40 steps (``python -m bench.scales``)."""
