"""Simulated people: a true half-life memory, habits, and lives of their own."""

import math
from dataclasses import dataclass, field
from enum import IntEnum
from statistics import NormalDist

from studies.models.session import Phase
from teaching.draws import Stream, draw, draw_bits

Theta = tuple[float, float, float]
POSTQUIZ_DELAY = 10
SPREAD = 0.3
PRIOR_KNOWLEDGE = 0.1
MEAN_ANSWER_SECONDS = 6.0


class _Trait(IntEnum):
    ABILITY = 0
    SPEED = 1
    LEAVES = 2
    LEAVES_AT = 3


@dataclass
class Learner:
    """Somebody who forgets: what they are like follows from the seed alone."""

    seed: int
    drop_out: float = 0.0
    _tallies: dict[str, tuple[int, int, int]] = field(default_factory=dict)

    @property
    def ability(self) -> float:
        """How much longer things are remembered than the deck believes."""
        luck = draw(self.seed, Stream.PERSON, 0, _Trait.ABILITY)
        return math.exp(SPREAD * NormalDist().inv_cdf(max(luck, 1e-9)))

    def leaves_at(self, n_cards: int) -> int | None:
        """The card at which they leave for good; None for those who stay."""
        if draw(self.seed, Stream.PERSON, 0, _Trait.LEAVES) >= self.drop_out:
            return None
        return int(draw(self.seed, Stream.PERSON, 0, _Trait.LEAVES_AT) * n_cards)

    def answer_seconds(self, card: int) -> float:
        """How long they think about their ``card``-th card."""
        luck = draw(self.seed, Stream.PERSON, card + 1, _Trait.SPEED)
        return -MEAN_ANSWER_SECONDS / 2 * math.log1p(-luck) + 1.0

    def recalls(
        self, phase: str, step: int, n_steps: int, item: int, theta: Theta
    ) -> bool:
        """Whether they recall ``item`` at this card; in learning it leaves a trace."""
        recalled = self._knew(item)
        key = str(item)
        if not recalled and phase != Phase.PREQUIZ:
            time = step if phase == Phase.LEARNING else n_steps + POSTQUIZ_DELAY
            luck = draw(self.seed, Stream.RECALL, _moment(phase, step), item)
            recalled = luck < self._chance(key, time, theta)
        if phase == Phase.LEARNING:
            n_plus, n_minus, _ = self._tallies.get(key, (0, 0, 0))
            self._tallies[key] = (n_plus + recalled, n_minus + (not recalled), step)
        return recalled

    def _knew(self, item: int) -> bool:
        return draw(self.seed, Stream.RECALL, 0, item) < PRIOR_KNOWLEDGE

    def _chance(self, key: str, time: int, theta: Theta) -> float:
        if key not in self._tallies:
            return 0.0
        n_plus, n_minus, last = self._tallies[key]
        a, b, c = theta
        half_life = 2.0 ** min(self.ability * (a * n_plus + b * n_minus + c), 60)
        return float(2.0 ** (-(time - last) / half_life))


def _moment(phase: str, step: int) -> int:
    return step if phase == Phase.LEARNING else 1_000_000 + step


def create_learner(*, seed: int, index: int, drop_out: float = 0.0) -> Learner:
    """The ``index``-th person of a simulated crowd."""
    return Learner(draw_bits(seed, Stream.PERSON, 0, index + 1000), drop_out)
