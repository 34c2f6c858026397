"""Recall that halves once per half-life, and its sums in closed form.

Exact here means: gains agree with 700-digit arithmetic to 1e-12, whatever the
half-life. Three things would spoil that, and each has its remedy below. ``1 - 2**-x``
loses its digits when a concept is well known (``expm1``). The difference of two nearly
equal sums loses them again (``recall_rise``). And when half-lives are short, the
rounding of their logarithm is magnified (the remainder in ``forgetting_rate``).

What a state of memory gains does not depend on whose it is, so the parts are computed
once per state and remembered: a session that meets only known states looks them up.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain, repeat
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from teaching.distinct_rows import unique_rows
from teaching.history import NEVER_SHOWN, History, Tally, next_tally
from teaching.memory.base import (
    FloatArray,
    Kinds,
    MemoryModel,
    chosen_concepts,
    future_times,
)

EASY = (10.0, 5.0, 0.0)
HARD = (3.0, 1.5, 0.0)
ROBUST = (6.0, 2.0, 0.0)

Theta = tuple[float, float, float]

LN2 = math.log(2.0)

_LARGEST_THETA = 1e6
_SMALLEST_RATE = np.finfo(np.float64).tiny.item()
_LARGEST_LOG_RATE = 1000.0
_VELTKAMP = 2.0**27 + 1
_FEW = 256
_CLEAR_CHANGE = 2.0**-7
# How many nodes sum exponentials to 1e-15 as long as they fall by less than exp(-x).
_GAUSS_NODES = [(0.5, 6), (4.0, 10)]


@dataclass(frozen=True, eq=False)
class HalfLifeModel(MemoryModel):
    """Independent concepts with exponential forgetting (paper, section 3.2).

    ``theta`` holds one row ``(a, b, c)`` per concept: how much a correct recall, a
    failed one and the concept itself lengthen the half-life, in powers of two.
    """

    theta: FloatArray
    concepts_interact = False

    def __init__(self, theta: ArrayLike) -> None:
        object.__setattr__(self, "theta", checked_theta(theta))

    @property
    def n_concepts(self) -> int:
        return len(self.theta)

    def kinds(self) -> Kinds:
        """Concepts with the same theta, those kept longest after a first failure first.

        The first answer always fails, so b + c decides what it gains.
        """
        return self._kinds

    @cached_property
    def _kinds(self) -> Kinds:
        thetas, numbers = unique_rows(self.theta)
        best_first = np.argsort(-(thetas[:, 1] + thetas[:, 2]), kind="stable")
        return Kinds(np.argsort(best_first)[numbers], ranked=True)

    def recall(
        self,
        times: ArrayLike,
        history: History,
        concepts: Sequence[int] | None = None,
    ) -> FloatArray:
        future = future_times(times, history)
        chosen = chosen_concepts(concepts, self.n_concepts)
        recall = np.zeros((len(chosen), len(future)))
        for row, concept in enumerate(chosen):
            if concept in history.shown:
                tally = history.shown[concept]
                recall[row] = np.exp2((tally[2] - future) * self.rate(concept, tally))
        return recall

    def rate(self, concept: int, tally: Tally) -> float:
        """How fast a concept is forgotten: one over its half-life."""
        return forgetting_rate(self._states[concept].theta, tally[0], tally[1])

    def lapses(self, history: History, concepts: Sequence[int]) -> list[float]:
        return [self._lapses(history, concept) for concept in concepts]

    def _lapses(self, history: History, concept: int) -> float:
        tally = history.shown.get(concept, NEVER_SHOWN)
        return self.lapses_of(concept, tally, len(history) + 1)

    def lapses_of(self, concept: int, tally: Tally, step: int) -> float:
        """Half-lives from a concept's last showing to ``step``; never shown: inf."""
        last = tally[2]
        return (step - last) * self.rate(concept, tally) if last else math.inf

    def total_recall(self, history: History, horizon: int) -> float:
        """Sum, over the showings, of what each keeps until the next of its concept."""
        kept = []
        shown: dict[int, Tally] = {}
        for step, concept in enumerate(history.concepts, start=1):
            tally = shown.get(concept, NEVER_SHOWN)
            kept.append(self._kept(concept, tally, step))
            shown[concept] = next_tally(tally, history.recalls[step - 1], step)
        kept += [self._kept(c, tally, horizon + 1) for c, tally in shown.items()]
        return math.fsum(kept)

    def _kept(self, concept: int, tally: Tally, until: int) -> float:
        """The recall of a concept summed from its last showing to ``until``."""
        last = tally[2]
        return recall_sum(self.rate(concept, tally), until - last) if last else 0.0

    def gains(
        self, history: History, horizon: int, concepts: Sequence[int]
    ) -> list[float]:
        step = len(history) + 1
        n_terms = horizon + 1 - step
        if len(concepts) > _FEW:
            return self._gains_of_many(history, n_terms, concepts)
        states, shown = self._states, history.shown
        return [
            expected_gain(states[c], shown.get(c, NEVER_SHOWN), step, n_terms)
            for c in concepts
        ]

    def _gains_of_many(
        self, history: History, n_terms: int, concepts: Sequence[int]
    ) -> list[float]:
        """The same with arrays, which pay off when there are many concepts."""
        tallies = map(history.shown.get, concepts, repeat(NEVER_SHOWN))
        table = np.fromiter(chain.from_iterable(tallies), np.int64).reshape(-1, 3)
        counts, last = table[:, :2], table[:, 2]
        states, numbers = unique_rows(
            np.column_stack([self.theta[np.array(concepts)], counts])
        )
        parts = [
            states_of((a, b, c))[int(n_plus), int(n_minus), n_terms]
            for a, b, c, n_plus, n_minus in states.tolist()
        ]
        rates, fresh, rise = np.array(parts)[numbers].T
        delays = np.where(last > 0, len(history) + 1 - last, np.inf)
        gains: list[float] = expected_gains(delays * rates, fresh, rise).tolist()
        return gains

    @cached_property
    def _states(self) -> "_StatesByConcept":
        return _StatesByConcept(self.theta)


class GainParts(NamedTuple):
    """What the gain of a concept is made of, apart from when it was last shown."""

    rate: float
    """Its forgetting rate now."""
    fresh: float
    """Its recall summed over the steps to come, once it was shown and failed."""
    rise: float
    """How much more of that it keeps if it is shown and recalled, per recall now."""


class States(dict[tuple[int, int, int], GainParts]):
    """The parts for each (n_plus, n_minus, n_terms) of one theta, made when needed."""

    def __init__(self, theta: Theta) -> None:
        self.theta = theta

    def __missing__(self, state: tuple[int, int, int]) -> GainParts:
        n_plus, n_minus, n_terms = state
        rate = forgetting_rate(self.theta, n_plus, n_minus)
        fresh = recall_sum(forgetting_rate(self.theta, n_plus, n_minus + 1), n_terms)
        stronger = forgetting_rate(self.theta, n_plus + 1, n_minus)
        rise = recall_rise(rate, stronger, self.theta[0], n_terms)
        self[state] = parts = GainParts(rate, fresh, rise)
        return parts


states_of = lru_cache(maxsize=2**12)(States)


class _StatesByConcept(dict[int, States]):
    """Most concepts of a large deck are never asked for, so rows are read late."""

    def __init__(self, theta: FloatArray) -> None:
        self._theta = theta

    def __missing__(self, concept: int) -> States:
        a, b, c = self._theta[concept].tolist()
        self[concept] = states = states_of((a, b, c))
        return states


def checked_theta(theta: ArrayLike) -> FloatArray:
    """``theta`` as ``(n_concepts, 3)`` finite numbers, or an error saying why not."""
    try:
        given = np.array(theta)
    except ValueError:
        given = np.array(None)
    if given.dtype.kind not in "iuf" and given.size > 0:
        raise ValueError(
            "theta must have one row of three numbers (a, b, c) per concept"
        )
    rows = given.astype(np.float64)
    if rows.ndim != 2 or rows.shape[1] != 3 or len(rows) == 0:
        raise ValueError(
            f"theta must have one row of three numbers (a, b, c) per concept, "
            f"that is the shape (n_concepts, 3), got {rows.shape}"
        )
    sound = (np.abs(rows) <= _LARGEST_THETA).all(axis=1)
    if not sound.all():
        row = int(np.argmin(sound))
        raise ValueError(
            f"theta must be numbers from {-_LARGEST_THETA:g} to {_LARGEST_THETA:g}, "
            f"got {rows[row].tolist()} in row {row}"
        )
    rows.flags.writeable = False
    return rows


def expected_gain(states: States, tally: Tally, step: int, n_terms: int) -> float:
    """Eq. 5 without 1/(nT): showing a concept at ``step``, ``n_terms`` to come."""
    n_plus, n_minus, last = tally
    rate, fresh, rise = states[n_plus, n_minus, n_terms]
    if last == 0:
        return fresh
    lapses = (step - last) * rate
    return math.exp2(-lapses) * rise - math.expm1(-LN2 * lapses) * fresh


def expected_gains(
    lapses: FloatArray, fresh: FloatArray, rise: FloatArray
) -> FloatArray:
    """``expected_gain`` for arrays; what was never shown has lapsed infinitely."""
    return np.exp2(-lapses) * rise - np.expm1(-LN2 * lapses) * fresh


@lru_cache(maxsize=2**18)
def forgetting_rate(theta: Theta, n_plus: int, n_minus: int) -> float:
    """One over the half-life, ``2**-(a * n_plus + b * n_minus + c)``.

    Never 0, which would have to be divided by itself later on.
    """
    a, b, c = theta
    pieces = [*_exact_product(a, n_plus), *_exact_product(b, n_minus), c]
    log_half_life = math.fsum(pieces)
    if log_half_life < -_LARGEST_LOG_RATE:
        return math.inf
    remainder = math.fsum([*pieces, -log_half_life])
    return max(math.exp2(-log_half_life) * math.exp2(-remainder), _SMALLEST_RATE)


def _exact_product(factor: float, count: int) -> tuple[float, float]:
    """``factor * count`` as two numbers that lose nothing (after Veltkamp)."""
    shifted = _VELTKAMP * factor
    high = shifted - (shifted - factor)
    return high * count, (factor - high) * count


def recall_sum(rate: float, n_terms: int) -> float:
    """``sum(2**(-k * rate) for k = 1..n_terms)``."""
    if math.isinf(rate):
        return 0.0
    decay = LN2 * rate
    return math.exp(-decay) * math.expm1(-decay * n_terms) / math.expm1(-decay)


def recall_rise(rate: float, stronger: float, a: float, n_terms: int) -> float:
    """How much ``recall_sum`` grows when the half-life grows by the factor ``2**a``."""
    if a == 0:
        return 0.0
    slow, fast = sorted((LN2 * rate, LN2 * stronger))
    apart = fast * -math.expm1(-LN2 * abs(a))
    n_nodes = next((n for most, n in _GAUSS_NODES if fast * n_terms < most), None)
    if n_nodes and apart * n_terms <= _CLEAR_CHANGE:
        rise = _rise_by_terms(slow, apart, _gauss_rule(n_terms, n_nodes))
        return math.copysign(rise, a)
    before, after = recall_sum(rate, n_terms), recall_sum(stronger, n_terms)
    if n_nodes or abs(after - before) >= _CLEAR_CHANGE * max(before, after):
        return after - before
    return math.copysign(_rise_in_long_sums(slow, fast, apart, n_terms), a)


def _rise_by_terms(
    slow: float, apart: float, nodes: list[tuple[float, float]]
) -> float:
    """The difference taken term by term, where it loses nothing."""
    return -sum(
        weight * math.exp(-node * slow) * math.expm1(-node * apart)
        for node, weight in nodes
    )


def _rise_in_long_sums(slow: float, fast: float, apart: float, n_terms: int) -> float:
    """The difference over a common denominator.

    Of its two parts the second is below a tenth of the first as long as the terms fall
    by exp(-4) or more over the sums, so nothing is lost here either.
    """
    gained = math.expm1(-slow * n_terms) * math.exp(-slow) * math.expm1(-apart)
    missed = math.exp(-fast - slow * n_terms) * math.expm1(-apart * n_terms)
    missed *= math.expm1(-slow)
    return (gained - missed) / (math.expm1(-slow) * math.expm1(-fast))


def _every_term(n_terms: int) -> list[tuple[float, float]]:
    return [(float(k), 1.0) for k in range(1, n_terms + 1)]


@lru_cache(maxsize=2**14)
def _gauss_rule(n_terms: int, n_nodes: int) -> list[tuple[float, float]]:
    """Few nodes and weights that sum a smooth function over k = 1..n_terms.

    Golub and Welsch's eigenvalues of the Jacobi matrix of the discrete Chebyshev
    polynomials; with few terms, the terms themselves.
    """
    if n_terms <= n_nodes:
        return _every_term(n_terms)
    j = np.arange(1.0, n_nodes)
    off_diagonal = np.sqrt(j**2 * (n_terms**2 - j**2) / (4 * (4 * j**2 - 1)))
    diagonal = np.full(n_nodes, (n_terms + 1) / 2)
    nodes, vectors = np.linalg.eigh(np.diag(diagonal) + np.diag(off_diagonal, -1))
    weights = n_terms * vectors[0] ** 2
    return list(zip(nodes.tolist(), weights.tolist(), strict=True))
