"""Related concepts: learning one helps to keep another, as Apfel helps Apfelsaft."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from teaching.history import History
from teaching.memory.base import (
    FloatArray,
    MemoryModel,
    chosen_concepts,
    future_times,
)
from teaching.memory.half_life import LN2, checked_theta

_LARGEST = 1000.0


@dataclass(frozen=True, eq=False)
class RelatedModel(MemoryModel):
    """Half-lives to which answers about other concepts count in part.

    ``links`` is ``(n_concepts, n_concepts)``, from 0 to 1: an answer about concept j
    lengthens the half-life of concept i as ``links[i, j]`` of an answer about i itself
    does. Half-life regression shares what it learns between words with common parts in
    the same way (Settles and Meeder, 2016). Only a showing of its own brings a concept
    to mind; until then it is not recalled, but its first showing finds the ground
    prepared.
    """

    theta: FloatArray
    links: FloatArray
    concepts_interact = True

    def __init__(self, theta: ArrayLike, links: ArrayLike) -> None:
        rows = checked_theta(theta)
        object.__setattr__(self, "theta", rows)
        object.__setattr__(self, "links", _checked_links(links, len(rows)))

    @property
    def n_concepts(self) -> int:
        return len(self.theta)

    def recall(
        self, times: ArrayLike, history: History, concepts: Sequence[int] | None = None
    ) -> FloatArray:
        future = future_times(times, history)
        chosen = list(chosen_concepts(concepts, self.n_concepts))
        last = history.last_shown[chosen]
        delays = future - last[:, None]
        rates = _rates(self._log_half_lives(history))
        recall: FloatArray = np.exp2(-delays * rates[chosen, None])
        recall[last == 0] = 0.0
        return recall

    def gains(
        self, history: History, horizon: int, concepts: Sequence[int]
    ) -> list[float]:
        """All of them at once, and the sums over steps in closed form."""
        chosen = list(chosen_concepts(concepts, self.n_concepts))
        n_terms, last = horizon - len(history), history.last_shown
        log_half_lives = self._log_half_lives(history)
        rates = _rates(log_half_lives)
        delays = np.where(last > 0, len(history) + 1 - last, np.inf)
        own = np.eye(self.n_concepts)[chosen]
        counts, delays_after = own + self.links.T[chosen], np.where(own, 0.0, delays)
        waiting = _recall_sums(rates, delays, n_terms).sum()
        recalled, failed = (
            _recall_sums(
                _rates(log_half_lives + counts * answer), delays_after, n_terms
            ).sum(axis=1)
            - waiting
            for answer in (self.theta[:, 0], self.theta[:, 1])
        )
        chances = np.exp2(-delays * rates)[chosen]
        gains: list[float] = (chances * recalled + (1 - chances) * failed).tolist()
        return gains

    def _log_half_lives(self, history: History) -> FloatArray:
        a, b, c = self.theta.T
        recalled = history.n_plus + self.links @ history.n_plus
        failed = history.n_minus + self.links @ history.n_minus
        log_half_lives: FloatArray = a * recalled + b * failed + c
        return log_half_lives


def _rates(log_half_lives: FloatArray) -> FloatArray:
    """One over the half-lives."""
    rates: FloatArray = np.exp2(np.clip(-log_half_lives, -_LARGEST, _LARGEST))
    return rates


def _recall_sums(rates: FloatArray, delays: FloatArray, n_terms: int) -> FloatArray:
    """Recall summed from ``delays + 1`` to ``delays + n_terms`` steps after showing.

    What was never shown waits for infinitely long, and has none.
    """
    decay = LN2 * rates
    first = np.exp(-decay * (delays + 1))
    sums: FloatArray = first * np.expm1(-decay * n_terms) / np.expm1(-decay)
    return sums


def family_links(families: Sequence[object], strength: float) -> FloatArray:
    """Links of ``strength`` between all concepts of one family, ``(n, n)``.

    ``families`` names the family of each concept.

    >>> family_links(["apple", "apple", "dog"], 0.5).tolist()
    [[0.0, 0.5, 0.0], [0.5, 0.0, 0.0], [0.0, 0.0, 0.0]]
    """
    names = [[other == family for other in families] for family in families]
    links = strength * np.array(names, dtype=np.float64)
    np.fill_diagonal(links, 0.0)
    return _checked_links(links, len(families))


def _checked_links(links: ArrayLike, n_concepts: int) -> FloatArray:
    matrix = np.array(links, dtype=np.float64)
    if matrix.shape != (n_concepts, n_concepts):
        raise ValueError(
            f"links must have a row and a column for each of the {n_concepts} "
            f"concepts, got {matrix.shape}"
        )
    if not ((matrix >= 0) & (matrix <= 1)).all():
        raise ValueError("links must be numbers from 0 to 1")
    if matrix.diagonal().any():
        raise ValueError("links must be 0 from a concept to itself")
    matrix.flags.writeable = False
    return matrix
