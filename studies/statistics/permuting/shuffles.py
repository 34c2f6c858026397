"""Shuffles of two labels within allocation blocks: all of them, or a fair sample."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb, prod

import numpy as np

from studies.statistics.arrays import FloatArray, IntArray
from studies.statistics.permuting.places import TwoArms
from teaching.draws import Stream, draw

MOST_ENUMERATED = 10_000
N_DRAWS = 9_999
_CELLS_AT_ONCE = 2**20


@dataclass(frozen=True)
class Shuffles:
    """The labels that the two arms' places might have got instead.

    With at most 10,000 distinct shuffles these are all, the observed one included; else
    ``n_draws`` of them, drawn by ``seed``.
    """

    arms: TwoArms
    seed: int
    n_draws: int = N_DRAWS

    @cached_property
    def n_distinct(self) -> int:
        """How many different shuffles there are."""
        return prod(comb(size, n_first) for size, n_first in self._block_sizes())

    @property
    def is_exact(self) -> bool:
        """Whether every shuffle is looked at."""
        return self.n_distinct <= MOST_ENUMERATED

    def labels(self) -> Iterator[FloatArray]:
        """Chunks of shape ``(n_shuffles, n_places)``: 1 for the first arm, else 0."""
        yield from self._all_labels() if self.is_exact else self._drawn_labels()

    def share(self, n_reached: int, n_shuffles: int) -> float:
        """The p-value if so many of the shuffles reach what was observed."""
        if self.is_exact:
            return n_reached / n_shuffles
        return (1 + n_reached) / (1 + n_shuffles)

    def _block_sizes(self) -> list[tuple[int, int]]:
        members = [self.arms.blocks == block for block in np.unique(self.arms.blocks)]
        return [(int(m.sum()), int(self.arms.is_first[m].sum())) for m in members]

    def _all_labels(self) -> Iterator[FloatArray]:
        rows = np.zeros((1, self.arms.n_places))
        for block in np.unique(self.arms.blocks):
            (members,) = np.nonzero(self.arms.blocks == block)
            ways = _ways(members, int(self.arms.is_first[members].sum()))
            n_ways = len(ways)
            rows = np.repeat(rows, n_ways, axis=0)
            chosen = np.tile(ways, (len(rows) // n_ways, 1))
            np.put_along_axis(rows, chosen, 1.0, axis=1)
        yield rows

    def _drawn_labels(self) -> Iterator[FloatArray]:
        order = np.argsort(self.arms.blocks, kind="stable")
        _, blocks = np.unique(self.arms.blocks[order], return_inverse=True)
        places = np.arange(self.arms.n_places)
        first = self.arms.is_first[order].astype(float)
        at_once = max(1, _CELLS_AT_ONCE // self.arms.n_places)
        for start in range(0, self.n_draws, at_once):
            steps = np.arange(start, min(start + at_once, self.n_draws))
            luck = draw(self.seed, Stream.SHUFFLE, steps[:, None], places[None, :])
            # Sorting block + luck leaves every block where it is, and shuffles inside.
            mixed = first[np.argsort(blocks + luck, axis=1)]
            rows = np.empty_like(mixed)
            rows[:, order] = mixed
            yield rows


def _ways(members: IntArray, n_chosen: int) -> IntArray:
    """All choices of ``n_chosen`` of ``members``, one per row."""
    ways = list(combinations(members.tolist(), n_chosen))
    return np.array(ways, dtype=np.int64).reshape(len(ways), n_chosen)
