"""The one source of randomness: numbers that are looked up, not generated.

``draw(seed, stream, step, item)`` is a pure function. Nothing has a state to save or
to share, a session can be replayed from any step, and a new stream never shifts an
old one. The mixing function is SplitMix64's (Steele, Lea and Flood, OOPSLA 2014).
"""

from enum import IntEnum
from functools import lru_cache
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
BitsArray = NDArray[np.uint64]
Bits = int | NDArray[Any]

MAX_SEED = 2**64 - 1

_GOLDEN_GAMMA = 0x9E3779B97F4A7C15
_FIRST_MULTIPLIER = 0xBF58476D1CE4E5B9
_SECOND_MULTIPLIER = 0x94D049BB133111EB
_TO_UNIT_INTERVAL = 2.0**-53


class Stream(IntEnum):
    """What a draw is for. Numbers are never reused, so that old sessions replay."""

    ORDER = 1
    """The order in which concepts that have not been shown are taken."""
    TIE = 2
    """Which of equally good concepts is shown."""
    RECALL = 3
    """Whether a simulated learner recalls."""
    TRIAL = 4
    """The seeds of the sessions of a simulation."""
    SAMPLE = 5
    """Which concepts of a deck a session is about."""
    ALLOCATION = 6
    """The order of the arms in a block of places, and the size of the block."""
    QUIZ = 7
    """The order of the cards in a quiz."""
    PERSON = 8
    """What a simulated participant is like, and when they leave."""
    SHUFFLE = 9
    """Which place of a block gets which arm's label in a permutation test."""
    RESAMPLE = 10
    """Who is drawn again in a bootstrap."""


@overload
def draw(seed: int, stream: int, step: int, item: int) -> float: ...
@overload
def draw(seed: Bits, stream: int, step: Bits, item: NDArray[Any]) -> FloatArray: ...
def draw(seed: Bits, stream: int, step: Bits, item: Bits) -> Any:
    """Uniform in [0, 1): a number for whole numbers, an array for arrays."""
    return finish_draw(prepare_draw(seed, stream, step), item)


@overload
def draw_bits(seed: int, stream: int, step: int, item: int) -> int: ...
@overload
def draw_bits(seed: Bits, stream: int, step: Bits, item: NDArray[Any]) -> BitsArray: ...
def draw_bits(seed: Bits, stream: int, step: Bits, item: Bits) -> Any:
    """The 64 bits behind ``draw``: good as seeds of their own."""
    return mix_in(prepare_draw(seed, stream, step), item)


def prepare_draw(seed: Bits, stream: int, step: Bits) -> Any:
    """The part of a draw that can be done before its item is known."""
    start = _start(seed, stream) if isinstance(seed, int) else _mixed(seed, stream)
    return mix_in(start, step)


def finish_draw(prepared: Bits, item: Bits) -> Any:
    """The draw that was prepared, for ``item``."""
    return (mix_in(prepared, item) >> 11) * _TO_UNIT_INTERVAL


def check_seed(seed: int | np.integer) -> int:
    """``seed`` itself, or an error if it is not a whole number of 64 bits."""
    whole = isinstance(seed, int | np.integer) and not isinstance(seed, bool)
    if not whole or not 0 <= seed <= MAX_SEED:
        raise ValueError(
            f"seed must be a whole number from 0 to 2**64 - 1, got {seed!r}"
        )
    return int(seed)


def mix_in(state: Bits, word: Bits) -> Any:
    """``state`` after taking in one more word: a hash, step by step."""
    return _mix(state ^ _as_bits(word))


@lru_cache(maxsize=2**10)
def _start(seed: int, stream: int) -> Any:
    return _mixed(seed, stream)


def _mixed(seed: Bits, stream: int) -> Any:
    return mix_in(_mix(_as_bits(seed)), stream)


def _as_bits(word: Bits) -> Bits:
    return word.astype(np.uint64) if isinstance(word, np.ndarray) else int(word)


def _mix(state: Bits) -> Bits:
    # The mask makes Python's unbounded integers wrap as uint64 does by itself.
    state = (state + _GOLDEN_GAMMA) & MAX_SEED
    state = ((state ^ (state >> 30)) * _FIRST_MULTIPLIER) & MAX_SEED
    state = ((state ^ (state >> 27)) * _SECOND_MULTIPLIER) & MAX_SEED
    return state ^ (state >> 31)
