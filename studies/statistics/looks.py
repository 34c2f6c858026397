"""Early looks: how much of the 5 % each registered one may spend."""

from collections.abc import Sequence

import numpy as np
from scipy import stats
from scipy.optimize import brentq

from studies.statistics.arrays import FloatArray
from studies.statistics.permuting.permutation import ALPHA

_N_NODES = 400
_FARTHEST = 40.0


def spent(fraction: float, *, alpha: float = ALPHA) -> float:
    """What may be spent by ``fraction`` (completers / target): O'Brien and Fleming's.

    In the form of Lan and DeMets, half of ``alpha`` on either side.
    """
    if fraction <= 0:
        return 0.0
    quantile = stats.norm.isf(alpha / 4)
    return float(4 * stats.norm.sf(quantile / np.sqrt(min(fraction, 1.0))))


def criteria(fractions: Sequence[float], *, alpha: float = ALPHA) -> list[float]:
    """The p-value that each look must fall below, for looks at rising ``fractions``.

    What a study has beyond its target counts as the whole: fractions end at 1.
    """
    times = np.minimum(np.asarray(fractions, dtype=float), 1.0)
    if len(times) == 0 or times[0] <= 0 or np.any(np.diff(times) <= 0):
        raise ValueError(f"fractions must rise from above 0 to 1, got {fractions}")
    bounds = _bounds(times, np.diff([0.0, *(spent(t, alpha=alpha) for t in times)]))
    return [float(2 * stats.norm.sf(bound)) for bound in bounds]


def _bounds(times: FloatArray, shares: FloatArray) -> list[float]:
    """Bounds on |z|, look by look, by integrating over the paths that went on."""
    bounds = [float(stats.norm.isf(shares[0] / 2))]
    nodes, density = _first_density(bounds[0], times[0])
    for before, now, share in zip(times[:-1], times[1:], shares[1:], strict=True):
        bounds.append(_next_bound(nodes, density, now - before, now, share))
        nodes, density = _next_density(nodes, density, now - before, bounds[-1], now)
    return bounds


def _first_density(bound: float, time: float) -> tuple[FloatArray, FloatArray]:
    nodes, weights = _quadrature(bound * np.sqrt(time))
    return nodes, weights * stats.norm.pdf(nodes, scale=np.sqrt(time))


def _next_density(
    nodes: FloatArray, density: FloatArray, gap: float, bound: float, time: float
) -> tuple[FloatArray, FloatArray]:
    new, weights = _quadrature(bound * np.sqrt(time))
    steps = stats.norm.pdf(new[:, None] - nodes[None, :], scale=np.sqrt(gap))
    return new, weights * (steps @ density)


def _next_bound(
    nodes: FloatArray, density: FloatArray, gap: float, time: float, share: float
) -> float:
    def excess(bound: float) -> float:
        edge, scale = bound * np.sqrt(time), np.sqrt(gap)
        above = stats.norm.sf(edge - nodes, scale=scale)
        below = stats.norm.cdf(-edge - nodes, scale=scale)
        return float((above + below) @ density) - share

    return float(brentq(excess, 0.0, _FARTHEST))


def _quadrature(edge: float) -> tuple[FloatArray, FloatArray]:
    nodes, weights = np.polynomial.legendre.leggauss(_N_NODES)
    return nodes * edge, weights * edge
