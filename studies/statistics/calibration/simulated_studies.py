"""Simulated studies, to see how often a test errs where the truth is known.

People differ in memory, answers are drawn, some people leave and some come too many.
Each concept was shown once and failed, then recalled up to twice; the postquiz comes
some steps later.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from scipy import stats

from studies.statistics.arrays import BoolArray, FloatArray, IntArray
from studies.statistics.outcomes import newly_known
from studies.statistics.permuting.places import TwoArms
from teaching.draws import Stream, draw

N_CONCEPTS = 15
SPREAD_OF_PEOPLE = 0.7
TRUE_SHARE = 0.65
PRIOR_KNOWLEDGE = 0.1
LEAVING = 0.05
OVER_FULL = 0.05
DRIFT = 1.4
"""How much better, in logarithms, those remember who come last than the first."""
_FAILED, _RECALLED = 2.0, 6.0
_SHORTEST, _LONGEST = 5, 45


@dataclass(frozen=True)
class Scenario:
    """How many places the arms have, and what the people who come are like."""

    n_first: int
    n_reference: int
    drifts: bool = False
    """Whether people who come later remember better."""
    advantage: float = 1.0
    """How much stronger traces the first arm leaves."""


@dataclass(frozen=True)
class SimulatedStudy:
    """Two arms and what their people knew."""

    arms: TwoArms
    before: FloatArray
    after: FloatArray

    @property
    def values(self) -> FloatArray:
        """The primary outcome of everybody allocated."""
        return newly_known(self.before, self.after).values


def simulate_study(scenario: Scenario, *, seed: int) -> SimulatedStudy:
    """One study in blocks; the same for the same seed."""
    blocks, is_first = _allocate(scenario, seed)
    n_places = len(blocks)
    n_extra = round(OVER_FULL * n_places)
    luck = draw(seed, Stream.ALLOCATION, 0, np.arange(n_extra))
    shared = np.floor(luck * n_places).astype(np.int64)
    places = np.concatenate([np.arange(n_places), shared])
    arms = TwoArms(blocks, is_first, places)
    arrival = places / n_places if scenario.drifts else np.full(len(places), 0.5)
    before, after = simulate_people(
        arrival, np.where(arms.people_first, scenario.advantage, 1.0), seed=seed
    )
    left = draw(seed, Stream.PERSON, 1, np.arange(len(places))) < LEAVING
    after[left] = np.nan
    return SimulatedStudy(arms, before, after)


def simulate_people(
    arrival: FloatArray, advantage: FloatArray, *, seed: int
) -> tuple[FloatArray, FloatArray]:
    """Answers before and after, ``(n_people, N_CONCEPTS)``.

    ``arrival`` is the part of the study over when they come, .5 if it is no matter.
    """
    people = np.arange(len(arrival))
    luck = stats.norm.ppf(draw(seed, Stream.PERSON, 0, people))
    ability = np.exp(SPREAD_OF_PEOPLE * luck + DRIFT * (arrival - 0.5))
    cells = people[:, None] * N_CONCEPTS + np.arange(N_CONCEPTS)
    knew = draw(seed, Stream.RECALL, 0, cells) < PRIOR_KNOWLEDGE
    n_recalled = np.floor(3 * draw(seed, Stream.RECALL, 1, cells))
    wait = _SHORTEST + (_LONGEST - _SHORTEST) * draw(seed, Stream.RECALL, 2, cells)
    strength = TRUE_SHARE * (ability * advantage)[:, None]
    half_life = np.exp2(np.minimum(strength * (_FAILED + _RECALLED * n_recalled), 60))
    recalls = draw(seed, Stream.RECALL, 3, cells) < np.exp2(-wait / half_life)
    return knew.astype(float), (knew | recalls).astype(float)


def true_difference(scenario: Scenario, *, n_people: int = 200_000) -> float:
    """What the first arm has more on average over very many people."""
    return _true_difference(scenario.drifts, scenario.advantage, n_people)


@cache
def _true_difference(drifts: bool, advantage: float, n_people: int) -> float:
    arrival = np.linspace(0, 1, n_people) if drifts else np.full(n_people, 0.5)
    first, reference = (
        simulate_people(arrival, np.full(n_people, strength), seed=0)
        for strength in (advantage, 1.0)
    )
    return float(
        np.nanmean(newly_known(*first).values - newly_known(*reference).values)
    )


def _allocate(scenario: Scenario, seed: int) -> tuple[IntArray, BoolArray]:
    """Blocks of one or two units, shuffled, until both arms are full."""
    unit = int(np.gcd(scenario.n_first, scenario.n_reference))
    counts = np.array([scenario.n_first, scenario.n_reference]) // unit
    blocks: list[int] = []
    labels: list[bool] = []
    left = unit
    while left:
        block = len(blocks)
        multiple = min(left, 1 + int(draw(seed, Stream.ALLOCATION, 1, block) * 2))
        own = np.repeat([True, False], counts * multiple)
        order = np.argsort(
            draw(seed, Stream.ALLOCATION, 2 + block, np.arange(len(own)))
        )
        labels += own[order].tolist()
        blocks += [block] * len(own)
        left -= multiple
    return np.array(blocks), np.array(labels)
