"""Short-term memory inside a session, beside the memory that lasts."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from teaching.memory.base import FloatArray, Kinds, check_number
from teaching.memory.half_life import HalfLifeModel, checked_theta
from teaching.memory.independent import IndependentModel, Showings

_LARGEST_LOG = 1000.0


@dataclass(frozen=True, eq=False)
class TwoScaleModel(IndependentModel):
    """Two stores, either of which is enough (after Atkinson and Shiffrin, 1968).

    A showing leaves a short-term trace that halves every ``short_half_life`` steps, and
    adds to a half-life as in ``HalfLifeModel``, by ``theta``. It adds only as far as
    the short-term trace of the showing before has faded: what is still in mind is not
    learnt again (deficient processing, Hintzman 1974). So a quick repeat is answered
    well and teaches little.

    Two steps are some 40 seconds of the user study. Without rehearsal short-term memory
    is gone within half of that (Peterson and Peterson, 1959); here it also stands for
    what one says to oneself in between.
    """

    theta: FloatArray
    short_half_life: float

    def __init__(self, theta: ArrayLike, short_half_life: float = 2.0) -> None:
        check_number("short_half_life", short_half_life, above=0.0)
        object.__setattr__(self, "theta", checked_theta(theta))
        object.__setattr__(self, "short_half_life", float(short_half_life))

    @property
    def n_concepts(self) -> int:
        return len(self.theta)

    def kinds(self) -> Kinds:
        """Those of the half-lives: a first showing always counts in full."""
        return self._kinds

    @cached_property
    def _kinds(self) -> Kinds:
        return HalfLifeModel(self.theta).kinds()

    def _recall_shown(
        self, concept: int, showings: Showings, times: FloatArray
    ) -> FloatArray:
        delays = times - showings[-1][0]
        short = np.exp2(-delays / self.short_half_life)
        long = np.exp2(-delays * self._rate(concept, showings))
        recall: FloatArray = long + (1 - long) * short
        return recall

    def _rate(self, concept: int, showings: Showings) -> float:
        """One over the half-life of the lasting memory."""
        a, b, log_half_life = self.theta[concept].tolist()
        before = -np.inf
        for step, recalled in showings:
            fresh = 1 - 2.0 ** ((before - step) / self.short_half_life)
            log_half_life += fresh * (a if recalled else b)
            before = step
        return float(2.0 ** -min(max(log_half_life, -_LARGEST_LOG), _LARGEST_LOG))
