"""Outcomes: one number per person, from what they knew before and after.

Answers come as arrays of shape ``(..., n_people, n_concepts)``: 1 right, 0 not, nan for
a concept that this person was not asked; or true and false, where all were. A pair is
one person's concept asked both times.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from studies.statistics.arrays import BoolArray, FloatArray, IntArray

Answers = FloatArray | BoolArray


@dataclass(frozen=True)
class Outcome:
    """One value per person, and the number of pairs that it is a share of."""

    values: FloatArray
    """Nan where there was nothing to take a share of."""
    n_pairs: IntArray

    @property
    def n_people(self) -> int:
        """How many have a value."""
        return int(np.isfinite(self.values).sum())

    @property
    def n_undefined(self) -> int:
        """How many have none: no concept of theirs fits."""
        return self.values.size - self.n_people


def newly_known(before: Answers, after: Answers) -> Outcome:
    """Of the concepts wrong before, the share right after; nan when none was wrong."""
    return _share(after == 1, _asked(before, after) & (before == 0))


def net_gain(before: Answers, after: Answers) -> Outcome:
    """The share right after less the share right before."""
    asked = _asked(before, after)
    now, then = _share(after == 1, asked), _share(before == 1, asked)
    return Outcome(now.values - then.values, now.n_pairs)


def wrong_to_right(before: Answers, after: Answers) -> Outcome:
    """Of all concepts, the share wrong before and right after: the paper's gain."""
    return _share((before == 0) & (after == 1), _asked(before, after))


def loss_rate(before: Answers, after: Answers) -> Outcome:
    """Of the concepts right before, the share wrong after; nan when none was right."""
    return _share(after == 0, _asked(before, after) & (before == 1))


PRIMARY = "newly_known"
OUTCOMES: dict[str, Callable[[Answers, Answers], Outcome]] = {
    PRIMARY: newly_known,
    "net_gain": net_gain,
    "wrong_to_right": wrong_to_right,
    "loss_rate": loss_rate,
}
"""By name. One of them is primary by preregistration; the first unless told."""
SHARE = (0.0, 1.0)
_RANGES = {"net_gain": (-1.0, 1.0)}


def range_of(outcome: str) -> tuple[float, float]:
    """What values of ``outcome`` can be: shares, but for a gain that may be a loss."""
    return _RANGES.get(outcome, SHARE)


def _asked(before: Answers, after: Answers) -> BoolArray:
    if before.shape != after.shape or before.ndim < 2:
        raise ValueError(
            "before and after must be (..., n_people, n_concepts), got "
            f"{before.shape} and {after.shape}"
        )
    return np.isfinite(before) & np.isfinite(after)


def _share(is_counted: BoolArray, is_among: BoolArray) -> Outcome:
    n_pairs = is_among.sum(axis=-1)
    n_counted = (is_counted & is_among).sum(axis=-1)
    values = np.where(n_pairs > 0, n_counted / np.maximum(n_pairs, 1), np.nan)
    return Outcome(values, n_pairs)
