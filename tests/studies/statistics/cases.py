"""Small studies that the tests share, as lists for the reference and as arrays."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from hypothesis import strategies as st

from studies.statistics.permuting.places import TwoArms


@dataclass
class Case:
    blocks: list
    is_first: list
    places: list
    values: list

    @property
    def arms(self):
        return TwoArms(
            np.array(self.blocks, dtype=np.int64),
            np.array(self.is_first, dtype=bool),
            np.array(self.places, dtype=np.int64),
        )

    @property
    def array(self):
        return np.array([np.nan if v is None else float(v) for v in self.values])


def block_case(values, n_blocks):
    """One person in each place, blocks of equal size, the arms in turn."""
    n = len(values)
    blocks = [place * n_blocks // n for place in range(n)]
    return Case(blocks, [place % 2 == 0 for place in range(n)], list(range(n)), values)


def random_arms(n_blocks, per_block, *, seed):
    """Arms in shuffled blocks, one person in each place."""
    rng = np.random.default_rng(seed)
    own = np.arange(per_block) % 2 == 0
    labels = np.concatenate([rng.permutation(own) for _ in range(n_blocks)])
    blocks = np.repeat(np.arange(n_blocks), per_block)
    return TwoArms(blocks, labels, np.arange(len(blocks)))


_share = st.builds(Fraction, st.integers(0, 4), st.just(4))


@st.composite
def cases(draw):
    """Blocks of any kind, empty and shared places, people who are not analysed."""
    sizes = draw(st.lists(st.integers(1, 5), min_size=1, max_size=3))
    blocks = [number for number, size in enumerate(sizes) for _ in range(size)]
    n = len(blocks)
    labels = draw(st.lists(st.booleans(), min_size=n, max_size=n))
    places = draw(st.lists(st.integers(0, n - 1), min_size=1, max_size=n + 2))
    values = [draw(st.none() | _share) for _ in places]
    return Case(blocks, labels, places, values)
