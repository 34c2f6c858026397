"""What authors' classes are tried on, and how it is told that one fails."""

from collections.abc import Iterator
from contextlib import contextmanager

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


@contextmanager
def whatever_it_raises(what: str) -> Iterator[None]:
    """What is tried may fail in any way, which breaks its promise as well."""
    try:
        yield
    except BrokenContractError:
        raise
    except Exception as error:
        told = f"{type(error).__name__}: {error}"
        raise BrokenContractError(f"{what} must not fail: {told}") from error


def some_histories(n_concepts: int) -> list[History]:
    """From nothing shown to nearly all steps taken, the same ones every time."""
    rng = np.random.default_rng(n_concepts)
    lengths = (0, 1, 2, 3, 5, 8, HORIZON - 1)
    return [
        History.of(n_concepts, rng.integers(0, n_concepts, n), rng.random(n) < 0.5)
        for n in lengths
    ]
