"""Recall that falls as a power of time: fast at first, then ever more slowly."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from teaching.history import History
from teaching.memory.base import FloatArray, Kinds, check_number
from teaching.memory.half_life import LN2, HalfLifeModel, checked_theta
from teaching.memory.independent import IndependentModel, Showings


@dataclass(frozen=True, eq=False)
class PowerLawModel(IndependentModel):
    """Half-lives as the paper's, with Wickelgren's power law between showings.

    Wickelgren's (Memory & Cognition 2, 1974) is ``(1 + beta * t) ** -decay``. Here
    ``beta`` is such that recall is one half after the half-life that ``theta`` says, as
    in ``HalfLifeModel``: what differs is the shape of forgetting alone. Less is kept
    than with exponential forgetting before the half-life, more after it. A large
    ``decay`` is the exponential; .5 is the one of FSRS before its sixth version.
    """

    theta: FloatArray
    decay: float

    def __init__(self, theta: ArrayLike, decay: float = 0.5) -> None:
        check_number("decay", decay, least=0.01, most=1000.0)
        object.__setattr__(self, "theta", checked_theta(theta))
        object.__setattr__(self, "decay", float(decay))

    @property
    def n_concepts(self) -> int:
        return len(self.theta)

    def kinds(self) -> Kinds:
        """Those of the half-lives: more is kept of what has the longer one."""
        return self._half_lives.kinds()

    def _recall_shown(
        self, concept: int, showings: Showings, times: FloatArray
    ) -> FloatArray:
        n_plus, last = sum(recalled for _, recalled in showings), showings[-1][0]
        tally = n_plus, len(showings) - n_plus, last
        passed = (times - last) * self._half_lives.rate(concept, tally)
        return np.exp2(-self._halvings(passed))

    def lapses(self, history: History, concepts: Sequence[int]) -> list[float]:
        passed = np.array(self._half_lives.lapses(history, concepts))
        halvings: list[float] = self._halvings(passed).tolist()
        return halvings

    def _halvings(self, half_lives: FloatArray) -> FloatArray:
        """How often recall has halved after so many half-lives."""
        growth = np.expm1(LN2 / self.decay)
        halvings: FloatArray = self.decay * np.log1p(growth * half_lives) / LN2
        return halvings

    @cached_property
    def _half_lives(self) -> HalfLifeModel:
        return HalfLifeModel(self.theta)
