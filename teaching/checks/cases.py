"""What authors' classes are tried on, and how it is told that one fails."""

import numpy as np

from teaching.history import History

HORIZON = 12
SEEDS = (0, 1, 2**64 - 1)


class BrokenContractError(AssertionError):
    """A teacher or a memory model does not do what others rely on."""


def require(kept: bool, promise: str) -> None:
    """Raise unless a promise is kept."""
    if not kept:
        raise BrokenContractError(promise)


def some_histories(n_concepts: int) -> list[History]:
    """From nothing shown to nearly all steps taken, the same ones every time."""
    rng = np.random.default_rng(n_concepts)
    lengths = (0, 1, 2, 3, 5, 8, HORIZON - 1)
    return [
        History.of(n_concepts, rng.integers(0, n_concepts, n), rng.random(n) < 0.5)
        for n in lengths
    ]
