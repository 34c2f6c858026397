"""Two arms compared by shuffling places within blocks: what analysis.py computes with.

The statistic is the arm's coefficient beside an intercept, and the prequiz if that is
given, over its robust (HC2) error; without the prequiz this is Welch's t.
"""

import itertools
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

N_DRAWS = 9_999
MOST_ENUMERATED = 10_000
PER_CHUNK = 1_000
N_HALVINGS = 60
N_DOUBLINGS = 100
LEVEL = 0.05
TIE = 1e-9
# Below them a sum of squares, a difference or a variance is rounding.
NOTHING, NO_DIFFERENCE, NO_VARIANCE = 1e-9, 1e-11, 1e-13
TOO_FEW = "too few people to test"
Floats = npt.NDArray[np.float64]
Labels = npt.NDArray[np.bool_]
Result = dict[str, Any]


@dataclass(frozen=True)
class Shuffles:
    """The study and its shuffles as they were fitted, at any shift."""

    own: Floats
    fitted: Floats
    spread: float
    is_exact: bool

    def observe(self, distance: float) -> float:
        return float(studentise(self.own, distance, self.spread)[0])

    def p(self, distance: float) -> float:
        """The p of the shift that is ``distance`` below the difference."""
        t = studentise(self.fitted, distance, self.spread)
        return self.share(int(is_extreme(t, self.observe(distance)).sum()))

    def share(self, n_reached: int) -> float:
        n_shuffles = int(self.fitted.shape[1])
        if self.is_exact:
            return n_reached / n_shuffles
        return (1 + n_reached) / (1 + n_shuffles)


@dataclass(frozen=True)
class Comparison:
    """An arm against the reference: people at places, places in blocks."""

    blocks: npt.NDArray[np.int64]
    is_first: Labels
    at_place: npt.NDArray[np.int64]
    values: Floats
    basis: Floats
    """Orthonormal columns of what is given: the intercept, perhaps the prequiz."""

    def test(self, seed: int) -> Result:
        """Difference, t, p and interval; without p where there are too few people."""
        arm, values = self.beside(self.own), self.beside(self.values)
        size, n_first = float(arm @ arm), int(self.own.sum())
        difference = float(arm @ values) / size if size > NOTHING else math.nan
        found: Result = {"difference": difference, "t": 0.0, "n_draws": 0}
        if min(n_first, len(self.values) - n_first) < 2 or math.isnan(difference):
            return {**found, "note": TOO_FEW}
        base = values - difference * arm
        fitted, n_alike = self._fit_all(base, arm, seed)
        shuffles = Shuffles(
            self.fit(self.own[None], base, arm),
            fitted,
            float(np.mean(base**2)),
            self.is_exact,
        )
        found["n_draws"] = 0 if self.is_exact else N_DRAWS
        found["t"] = shuffles.observe(difference)
        if shuffles.share(n_alike) > LEVEL:
            return {**found, "note": TOO_FEW}
        below, above = (find_edge(shuffles, side, difference) for side in (1, -1))
        interval = {"low": difference - below, "high": difference + above}
        return {**found, **interval, "p": shuffles.p(difference)}

    @property
    def own(self) -> Labels:
        """Of each person, whether they are in the first arm."""
        return self.is_first[self.at_place]

    @cached_property
    def is_exact(self) -> bool:
        """Whether all shuffles are tried."""
        own = [self.is_first[self.blocks == b] for b in np.unique(self.blocks)]
        n_shuffles = math.prod(math.comb(len(x), int(x.sum())) for x in own)
        return n_shuffles <= MOST_ENUMERATED

    def beside(self, values: npt.NDArray[Any]) -> Floats:
        """What of ``values``, along the last axis, the basis does not explain."""
        left: Floats = values - (values @ self.basis) @ self.basis.T
        return left

    def _fit_all(self, base: Floats, arm: Floats, seed: int) -> tuple[Floats, int]:
        """Every shuffle fitted, and how many part the people as the allocation did."""
        parts, n_alike = [], 0
        for places in self._shuffle(seed):
            labels = places[:, self.at_place]
            moved = (labels != self.own).sum(axis=1)
            n_alike += int(np.isin(moved, (0, labels.shape[1])).sum())
            parts.append(self.fit(labels, base, arm))
        return np.concatenate(parts, axis=1), n_alike

    def _shuffle(self, seed: int) -> Iterator[Labels]:
        if self.is_exact:
            yield self._enumerate()
            return
        draws = np.random.default_rng(seed)
        for begin in range(0, N_DRAWS, PER_CHUNK):
            n = min(PER_CHUNK, N_DRAWS - begin)
            # Places stand block by block, and no number of a block reaches the next.
            keys = self.blocks + draws.random((n, len(self.blocks)))
            yield self.is_first[np.argsort(keys, axis=1)]

    def _enumerate(self) -> Labels:
        per_block = []
        for block in np.unique(self.blocks):
            at = np.flatnonzero(self.blocks == block)
            n_first = int(self.is_first[at].sum())
            per_block.append(itertools.combinations(at.tolist(), n_first))
        chosen = [sum(parts, ()) for parts in itertools.product(*per_block)]
        labels = np.zeros((len(chosen), len(self.blocks)), dtype=bool)
        for row, places in enumerate(chosen):
            labels[row, list(places)] = True
        return labels

    def fit(self, labels: Labels, base: Floats, own: Floats) -> Floats:
        """Of each shuffle, the arm's coefficient and its HC2 variance, where ``d``
        times ``own`` is added to ``base``: level, slope, and variance by powers of d.
        """
        arm = self.beside(labels.astype(float))
        size, n_first = (arm**2).sum(axis=1), labels.sum(axis=1)
        n_fewest = np.minimum(n_first, labels.shape[1] - n_first)
        enough = (n_fewest >= 2) & (size > NOTHING)
        size = np.where(enough, size, 1.0)[:, None]
        free = 1 - (self.basis**2).sum(axis=1) - arm**2 / size
        weight = np.where(free > NOTHING, (arm / size) ** 2 / free.clip(NOTHING), 0.0)
        level, slope = arm @ base / size[:, 0], arm @ own / size[:, 0]
        left, turned = base - level[:, None] * arm, own - slope[:, None] * arm
        squares = (left**2, left * turned, turned**2)
        parts = [level, slope, *((weight * each).sum(axis=1) for each in squares)]
        fitted: Floats = np.array(parts) * enough
        return fitted


def make_basis(given: Floats) -> Floats:
    constant = np.full((len(given), 1), 1 / math.sqrt(max(len(given), 1)))
    centred = given - given.mean() if len(given) else given
    length = float(np.linalg.norm(centred))
    if length <= NOTHING:
        return constant
    return np.column_stack([constant, centred / length])


def studentise(fitted: Floats, distance: float, spread: float) -> Floats:
    """t: 0 where nothing differs at all, infinite where only the arms do."""
    level, slope, constant, linear, square = fitted
    scale = spread + distance**2
    top = level + distance * slope
    top = np.where(np.abs(top) <= NO_DIFFERENCE * math.sqrt(scale), 0.0, top)
    variance = constant + distance * (2 * linear + distance * square)
    is_none = variance <= NO_VARIANCE * scale
    far = np.where(top == 0, 0.0, np.copysign(np.inf, top))
    return np.where(is_none, far, top / np.sqrt(np.where(is_none, 1.0, variance)))


def is_extreme(t: Floats, observed: float) -> Labels:
    """Whether each is at least as far from 0; equal ones differ by rounding."""
    if math.isinf(observed):
        return np.isinf(t)
    extreme: Labels = np.abs(t) >= abs(observed) - TIE * max(1, abs(observed))
    return extreme


def find_edge(shuffles: Shuffles, side: int, difference: float) -> float:
    """How far from the difference, on one side, shifts are not rejected."""
    inside, outside = find_bracket(shuffles, side, difference)
    if outside == math.inf:
        return outside
    for _ in range(N_HALVINGS):
        middle = (inside + outside) / 2
        if shuffles.p(side * middle) <= LEVEL:
            outside = middle
        else:
            inside = middle
    return inside


def find_bracket(
    shuffles: Shuffles, side: int, difference: float
) -> tuple[float, float]:
    """A distance that is not rejected, and a longer one that is."""
    inside, to_zero = 0.0, side * difference
    step = 2 * math.sqrt(shuffles.own[2, 0]) or max(abs(difference), 1e-6)
    # No difference at all comes first: the interval never contradicts p.
    if to_zero > 0:
        if shuffles.p(difference) <= LEVEL:
            return inside, to_zero
        inside = to_zero
    for _ in range(N_DOUBLINGS):
        if shuffles.p(side * (inside + step)) <= LEVEL:
            return inside, inside + step
        inside, step = inside + step, 2 * step
    return inside, math.inf


def holm(values: Iterable[float]) -> list[float]:
    """Holm's adjusted p; a test that could not be made does not count."""
    values = list(values)
    known = sorted(at for at, p in enumerate(values) if not math.isnan(p))
    adjusted, largest = [math.nan] * len(values), 0.0
    for rank, at in enumerate(sorted(known, key=values.__getitem__)):
        largest = max(largest, min(1.0, (len(known) - rank) * values[at]))
        adjusted[at] = largest
    return adjusted
