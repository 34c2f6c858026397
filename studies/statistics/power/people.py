"""Who takes part in imagined studies: people who differ, and words that do."""

from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from studies.statistics.arrays import FloatArray, IntArray
from teaching.people import People

N_STRATA = 11
POSTQUIZ_DELAY = 10
"""How many steps after the last card the postquiz is."""
# Among so many words, whose difficulties are drawn does not matter any longer.
MANY_WORDS = 400


@dataclass(frozen=True)
class Assumptions:
    """What is assumed of people and words; these fit the paper's German study."""

    multiplier: float = 0.65
    """The true theta as a share of the one that the deck believes in."""
    spread_people: float = 0.5
    """How much people differ: the spread of the logarithm of their factor of theta."""
    spread_words: float = 0.5
    """How much words differ, likewise."""
    known: float = 0.1
    """The chance that somebody knows a word before."""


USUAL = Assumptions()


def strata_of_ability() -> tuple[FloatArray, FloatArray]:
    """Abilities as normal scores, and the share of people that each stands for.

    The nodes of Gauss and Hermite: averages over them are averages over everybody.
    """
    scores, weights = np.polynomial.hermite_e.hermegauss(N_STRATA)
    return scores, weights / weights.sum()


def stratum_sizes(n_per_stratum: int) -> IntArray:
    """How many people each stratum gets, ``n_per_stratum`` on average.

    As many as it stands for: with as many in every stratum, two thirds of all would
    stand for one person in eight. Even the rarest ability has somebody.
    """
    _, weights = strata_of_ability()
    wanted = np.rint(weights * N_STRATA * n_per_stratum).astype(np.int64)
    return np.maximum(1 + n_per_stratum // 50, wanted)


def shares_of_people(n_per_stratum: int) -> FloatArray:
    """The share of everybody that each of these people stands for, ``(n_people,)``."""
    _, weights = strata_of_ability()
    sizes = stratum_sizes(n_per_stratum)
    return np.repeat(weights / sizes, sizes)


def draw_people(
    assumptions: Assumptions,
    *,
    n_per_stratum: int,
    n_concepts: int,
    n_words: int,
    rng: np.random.Generator,
) -> People:
    """People of each stratum, one stratum after the other.

    Everybody learns ``n_concepts`` of ``n_words``. A word is as hard for everybody.
    """
    scores, _ = strata_of_ability()
    scores = np.repeat(scores, stratum_sizes(n_per_stratum))
    abilities = np.exp(assumptions.spread_people * scores)
    words = _draw_words(len(abilities), n_concepts, n_words, rng)
    eases = np.exp(assumptions.spread_words * words)
    known = rng.random(eases.shape) < assumptions.known
    return People(abilities[:, None] * eases, known)


def _draw_words(
    n_people: int, n_concepts: int, n_words: int, rng: np.random.Generator
) -> FloatArray:
    """How easy each one's words are, as normal scores, ``(n_people, n_concepts)``."""
    if n_words > MANY_WORDS:
        return rng.standard_normal((n_people, n_concepts))
    shares = (np.arange(n_words) + 0.5) / n_words
    scores = np.array([NormalDist().inv_cdf(share) for share in shares])
    luck = rng.random((n_people, n_words))
    drawn: FloatArray = scores[np.argsort(luck, axis=1)[:, :n_concepts]]
    return drawn
