"""ACT-R with spacing: what is practised while it is still known fades faster."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from teaching.memory.activation import chance_of_retrieval
from teaching.memory.base import FloatArray, Kinds, check_count, check_number
from teaching.memory.independent import IndependentModel, Showings


@dataclass(frozen=True)
class SpacingModel(IndependentModel):
    """The activation of Pavlik and Anderson (Cognitive Science 29, 2005).

    As in ``ActivationModel`` every showing leaves a trace that fades as a power of its
    age. Here the power of a trace depends on how active the concept was when it was
    laid down, m: ``decay_scale * exp(m) + decay_floor``. So crowded showings help
    little later, and spaced ones more. Answers do not matter.

    The defaults are those fitted to the paper's first experiment, Japanese words, with
    ages in seconds: c = .217, a = .177, tau = -.704, s = .255. A step of the user study
    takes about 20 seconds.
    """

    size: int
    decay_scale: float = 0.217
    decay_floor: float = 0.177
    threshold: float = -0.704
    noise: float = 0.255
    seconds_per_step: float = 20.0

    def __post_init__(self) -> None:
        check_count("size", self.size)
        check_number("decay_scale", self.decay_scale, least=0.0)
        check_number("decay_floor", self.decay_floor, above=0.0)
        check_number("threshold", self.threshold)
        check_number("noise", self.noise, above=0.0)
        # Below a second traces grow with their decay, and crowding would help.
        check_number("seconds_per_step", self.seconds_per_step, least=1.0)

    @property
    def n_concepts(self) -> int:
        return self.size

    def kinds(self) -> Kinds:
        return Kinds(np.zeros(self.size, dtype=np.int64), ranked=True)

    def decays(self, showings: Showings) -> tuple[float, ...]:
        """The power with which the trace of each showing fades."""
        steps = tuple(step for step, _ in showings)
        how = self.decay_scale, self.decay_floor, self.seconds_per_step
        return _decays(steps, *how)

    def _recall_shown(
        self, concept: int, showings: Showings, times: FloatArray
    ) -> FloatArray:
        steps = np.array([[step] for step, _ in showings])
        powers = np.array(self.decays(showings))[:, None]
        ages = (times - steps) * self.seconds_per_step
        strength = (ages**-powers).sum(axis=0)
        return chance_of_retrieval(strength, self.threshold, self.noise)


@lru_cache(maxsize=2**16)
def _decays(
    steps: tuple[int, ...], scale: float, floor: float, seconds: float
) -> tuple[float, ...]:
    decays: list[float] = []
    for now in steps:
        traces = zip(steps, decays, strict=False)
        active = sum((seconds * (now - step)) ** -decay for step, decay in traces)
        decays.append(scale * active + floor)
    return tuple(decays)
