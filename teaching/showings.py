"""What was known of each concept whenever it was shown, for many sessions at once."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from teaching.history import IntArray

BoolArray = NDArray[np.bool_]


class Before(NamedTuple):
    """The tally of the concept of each answer, just before it: arrays of its shape.

    ``last`` is 0 where the concept was never shown before, and ``first_recalled`` says
    whether it was recalled when it was.
    """

    n_plus: IntArray
    n_minus: IntArray
    last: IntArray
    first_recalled: BoolArray


def tallies_before(
    learners: IntArray, concepts: IntArray, steps: IntArray, recalls: BoolArray
) -> Before:
    """What had happened to the concept of each answer, ``(n_answers,)`` each.

    One entry per answer, in any order: whose it was, of which concept, at which step
    (from 1 on) and whether it was recalled.
    """
    order = np.lexsort((steps, concepts, learners))
    starts = _starts(learners[order], concepts[order])
    recalled = recalls[order].astype(np.int64)
    n_before = np.arange(len(order)) - starts
    total = np.concatenate(([0], np.cumsum(recalled)))
    n_plus = total[:-1] - total[starts]
    previous = np.concatenate(([0], steps[order][:-1]))
    last = np.where(n_before == 0, 0, previous)
    sorted_back = np.argsort(order)
    first = recalled[starts] == 1 if len(order) else np.zeros(0, dtype=np.bool_)
    return Before(
        n_plus[sorted_back],
        (n_before - n_plus)[sorted_back],
        last[sorted_back],
        first[sorted_back],
    )


def _starts(learners: IntArray, concepts: IntArray) -> IntArray:
    """Where the answers of the same learner about the same concept begin."""
    new = np.ones(len(learners), dtype=np.bool_)
    new[1:] = (np.diff(learners) != 0) | (np.diff(concepts) != 0)
    starts: IntArray = np.maximum.accumulate(np.where(new, np.arange(len(new)), 0))
    return starts
