"""Simulated people: a true half-life memory, habits, and lives of their own.

They remember worse than teachers believe, and differ, as people do: with the paper's
German study they come to about the gains of its participants.
"""

import math
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from statistics import NormalDist

from studies.models.session import Phase
from studies.statistics.power.people import POSTQUIZ_DELAY, USUAL
from teaching.draws import Stream, draw, draw_bits

Theta = tuple[float, float, float]
MEAN_ANSWER_SECONDS = 6.0
_WORDS_STEP = 1


class _Trait(IntEnum):
    ABILITY = 0
    SPEED = 1
    LEAVES = 2
    LEAVES_AT = 3


@dataclass
class Learner:
    """Somebody who forgets: what they are like follows from the seeds alone.

    ``crowd`` is the seed that they share with others, and with it which words are hard.
    """

    seed: int
    drop_out: float = 0.0
    crowd: int = 0
    _tallies: dict[int, tuple[int, int, int]] = field(default_factory=dict)

    @cached_property
    def ability(self) -> float:
        """How much better they remember than people usually do."""
        luck = draw(self.seed, Stream.PERSON, 0, _Trait.ABILITY)
        return _spread(luck, USUAL.spread_people)

    def ease(self, item: int) -> float:
        """How much better a word is remembered than words usually are."""
        luck = draw(self.crowd, Stream.PERSON, _WORDS_STEP, item)
        return _spread(luck, USUAL.spread_words)

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
        if not recalled and phase != Phase.PREQUIZ:
            time = step if phase == Phase.LEARNING else n_steps + POSTQUIZ_DELAY
            luck = draw(self.seed, Stream.RECALL, _moment(phase, step), item)
            recalled = luck < self._chance(item, time, theta)
        if phase == Phase.LEARNING:
            self.remember(item, step, recalled=recalled)
        return recalled

    def remember(self, item: int, step: int, *, recalled: bool) -> None:
        """Keep the trace of a learning card."""
        n_plus, n_minus, _ = self._tallies.get(item, (0, 0, 0))
        self._tallies[item] = (n_plus + recalled, n_minus + (not recalled), step)

    def _knew(self, item: int) -> bool:
        return draw(self.seed, Stream.RECALL, 0, item) < USUAL.known

    def _chance(self, item: int, time: int, theta: Theta) -> float:
        if item not in self._tallies:
            return 0.0
        n_plus, n_minus, last = self._tallies[item]
        a, b, c = theta
        believed = a * n_plus + b * n_minus + c
        true = USUAL.multiplier * self.ability * self.ease(item) * believed
        return float(2.0 ** (-(time - last) / 2.0 ** min(true, 60)))


def _spread(luck: float, spread: float) -> float:
    """A log-normal factor around 1."""
    return math.exp(spread * NormalDist().inv_cdf(max(luck, 1e-9)))


def _moment(phase: str, step: int) -> int:
    return step if phase == Phase.LEARNING else 1_000_000 + step


def create_learner(*, seed: int, index: int, drop_out: float = 0.0) -> Learner:
    """The ``index``-th person of a simulated crowd."""
    own = draw_bits(seed, Stream.PERSON, 0, index + 1000)
    return Learner(own, drop_out, crowd=seed)
