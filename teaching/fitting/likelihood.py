"""How likely answers are under half-lives, and how that changes with theta.

With x the logarithm of a half-life (base 2) and u = ln 2 * delay / 2**x, a recall has
the logarithm of its chance -u and a failure log(1 - exp(-u)). Both are concave in x,
and x is linear in theta: given everybody's strength there is one maximum, and Newton's
method finds it.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from teaching.distinct_rows import unique_rows
from teaching.fitting.responses import Labels, Showings
from teaching.history import IntArray
from teaching.memory.base import FloatArray
from teaching.memory.half_life import LN2
from teaching.showings import BoolArray

_LARGEST_LOG = 500.0
"""Half-lives beyond 2**500 or below 2**-500 steps are all the same."""


@dataclass(frozen=True, eq=False)
class Cases:
    """Different answers of different groups, ``(S,)`` each, ``counts`` ``(S, 3)``.

    Many showings are alike in all that matters: ``numbers`` says which case each is.
    """

    n_groups: int
    groups: IntArray
    counts: FloatArray
    delays: FloatArray
    recalled: BoolArray
    numbers: IntArray

    @classmethod
    def of(cls, showings: Showings, groups: Labels) -> "Cases":
        columns = (groups.numbers, showings.counts, showings.delays, showings.recalled)
        rows, numbers = unique_rows(np.column_stack(columns).astype(np.float64))
        return cls(
            len(groups.names),
            rows[:, 0].astype(np.int64),
            rows[:, 1:4],
            rows[:, 4],
            rows[:, 5] == 1,
            numbers,
        )

    def __len__(self) -> int:
        return self.groups.size


class Slopes(NamedTuple):
    """Of each case and strength, ``(S, K)``: the logarithm of its chance, and how that
    rises and bends (downwards) with the logarithm of the half-life."""

    value: FloatArray
    rise: FloatArray
    bend: FloatArray


class Evidence(NamedTuple):
    """What the answers of each group say: ``(G,)``, ``(G, 3)`` and ``(G, 3, 3)``."""

    value: FloatArray
    gradient: FloatArray
    information: FloatArray


def lapses(
    log_half_lives: FloatArray, delays: FloatArray, strengths: FloatArray
) -> FloatArray:
    """u of each answer for people of each strength, ``(n, K)``."""
    scaled = np.outer(log_half_lives, strengths)
    bounded = np.clip(scaled, -_LARGEST_LOG, _LARGEST_LOG)
    return LN2 * delays[:, None] * np.exp2(-bounded)


def slopes(theta: FloatArray, cases: Cases, strengths: FloatArray) -> Slopes:
    """Log-likelihoods under the ``theta`` of each group, with two derivatives."""
    u = lapses(_log_half_lives(theta, cases), cases.delays, strengths)
    recalled = cases.recalled[:, None]
    # What has lapsed hundreds of times is forgotten; beyond, exp would overflow.
    grown = np.expm1(np.minimum(u, 500.0))
    share = u / grown
    fall = share * ((1 + grown) / grown - 1 / u)
    return Slopes(
        np.where(recalled, -u, np.log(-np.expm1(-u))),
        LN2 * np.where(recalled, u, -share),
        LN2**2 * u * np.where(recalled, 1.0, fall),
    )


def _log_half_lives(theta: FloatArray, cases: Cases) -> FloatArray:
    logs: FloatArray = (cases.counts * theta[cases.groups]).sum(axis=1)
    return logs


def evidence(
    theta: FloatArray, cases: Cases, times: FloatArray, strengths: FloatArray
) -> Evidence:
    """What answers say of ``theta``, ``(G, 3)``, that were given ``times``, ``(S, K)``.

    Column k of ``times`` counts those of people whose strength is ``strengths[k]``.
    """
    value, rise, bend = slopes(theta, cases, strengths)
    values: FloatArray = (times * value).sum(axis=1)
    rises = (times * rise) @ strengths
    bends = (times * bend) @ strengths**2
    products = cases.counts[:, :, None] * cases.counts[:, None, :]
    products *= bends[:, None, None]
    information = summed(products.reshape(-1, 9), cases.groups, cases.n_groups)
    return Evidence(
        summed(values[:, None], cases.groups, cases.n_groups)[:, 0],
        summed(rises[:, None] * cases.counts, cases.groups, cases.n_groups),
        information.reshape(-1, 3, 3),
    )


def summed(values: FloatArray, groups: IntArray, n_groups: int) -> FloatArray:
    """Columns of ``values`` added up by group, ``(n_groups, n_columns)``."""
    columns = [np.bincount(groups, column, n_groups) for column in values.T]
    return np.stack(columns, axis=1)
