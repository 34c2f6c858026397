"""How far from the best the greedy teacher can be, where answers do not matter (a = b).

Submodularity (gamma) and curvature (omega) along the greedy sequence bound the ratio of
its value to the optimum's: Theorem 2 and Corollary 3 of the paper, corrected where
their printed form does not hold. ``docs/teaching.md`` says where that is.
"""

import math
from bisect import bisect_right
from dataclasses import dataclass

import numpy as np

from teaching.history import NEVER_SHOWN, History, Tally
from teaching.memory.base import FloatArray, check_horizon
from teaching.memory.half_life import (
    HalfLifeModel,
    Theta,
    expected_gain,
    forgetting_rate,
    states_of,
)
from teaching.objectives import objective
from teaching.optimal import require_equal_weights, solve
from teaching.teachers import create_teacher

SMALLEST_RECALL = 1e-200
MOST_COMPARED = 10_000_000


@dataclass(frozen=True, eq=False)
class Guarantee:
    """Bounds on F(greedy) / F(optimal) and what they are made of.

    ``submodularity`` and ``curvature`` are ``(T,)``, for t = 0..T-1; curvature is not
    defined at t = 0, where it is nan. ``bound`` is Theorem 2 as its proof has it,
    ``bound_as_printed`` as the paper prints it, which nothing proves; ``corollary`` is
    Corollary 3.
    """

    submodularity: FloatArray
    curvature: FloatArray
    bound: float
    bound_as_printed: float
    corollary: float


def guarantee(model: HalfLifeModel, horizon: int) -> Guarantee:
    """What the paper's theory promises for the greedy teacher; needs a = b >= 0.

    >>> from teaching import HalfLifeModel, guarantee
    >>> model = HalfLifeModel([(2.5, 2.5, 1.26), (1, 1, -1), (0.08, 0.08, -0.88)])
    >>> round(guarantee(model, 15).bound, 3)
    0.479
    """
    require_equal_weights(model, "a guarantee")
    _require_lasting_memory(model)
    _require_few_steps(model, horizon)
    path = greedy_sequence(model, horizon)
    gamma = submodularity(model, path)
    omega = curvature(model, path)
    return Guarantee(
        gamma,
        omega,
        theorem_2(gamma, omega),
        theorem_2_as_printed(gamma, omega),
        corollary_3(gamma, omega),
    )


def _require_lasting_memory(model: HalfLifeModel) -> None:
    if (model.theta[:, 0] < 0).any():
        raise ValueError(
            "a guarantee needs a >= 0 for every concept: showing a card must not "
            "shorten a half-life"
        )
    first_recall = [math.exp2(-forgetting_rate(theta, 0, 1)) for theta in _rows(model)]
    if max(first_recall) < SMALLEST_RECALL:
        raise ValueError(
            "a guarantee needs a concept that is remembered for a step; with this "
            "theta all are forgotten at once"
        )


def _require_few_steps(model: HalfLifeModel, horizon: int) -> None:
    """Refuse what would take minutes: gains are compared for every pair of steps."""
    check_horizon(History(model.n_concepts), horizon)
    if _n_compared(model, horizon) > MOST_COMPARED:
        possible = bisect_right(
            range(horizon), MOST_COMPARED, key=lambda t: _n_compared(model, t)
        )
        raise ValueError(
            f"a guarantee for {model.n_concepts} concepts over {horizon} steps would "
            f"compare too many gains; {possible - 1} steps are possible"
        )


def _n_compared(model: HalfLifeModel, horizon: int) -> int:
    n_kinds = int(model.kinds().labels.max()) + 1
    most_different = min(model.n_concepts, n_kinds + horizon)
    return most_different * horizon**3 // 6


def greedy_sequence(model: HalfLifeModel, horizon: int) -> History:
    """What the greedy teacher shows, repeats allowed."""
    teacher = create_teacher("GR", model=model, horizon=horizon, no_repeat=False)
    history = History.of(model.n_concepts)
    for _ in range(horizon):
        history = history.then(teacher.choose(history), False)
    return history


def submodularity(model: HalfLifeModel, path: History) -> FloatArray:
    """gamma_t along a path: the gain now over the largest it can become later.

    Exact (Algorithm 2 with pure waiting). Of all ways to show a concept s times before
    step t + tau + 1, showing it at once and then waiting leaves it the least known, so
    that its next showing gains most. A single concept cannot wait: there is no other
    card to show meanwhile.
    """
    return np.array([_submodularity_at(model, path, t) for t in range(len(path))])


def _submodularity_at(model: HalfLifeModel, path: History, t: int) -> float:
    shown = path.before(t + 1).shown
    # Concepts that are alike so far, often most of them, have the same ratio.
    different = {
        (theta, shown.get(concept, NEVER_SHOWN))
        for concept, theta in enumerate(_rows(model))
    }
    can_wait = model.n_concepts > 1
    return min(
        _gain_ratio(theta, tally, t + 1, len(path), can_wait)
        for theta, tally in different
    )


def _gain_ratio(
    theta: Theta, tally: Tally, step: int, horizon: int, can_wait: bool
) -> float:
    states = states_of(theta)
    n_plus, n_minus, last = tally

    def gain(n_more: int, later: int) -> float:
        shown = (n_plus, n_minus + n_more, step - 1 + n_more if n_more else last)
        return expected_gain(states, shown, step + later, horizon + 1 - step - later)

    largest = max(
        gain(n_more, later)
        for later in range(horizon - step + 1)
        for n_more in (range(later + 1) if can_wait else [later])
    )
    return gain(0, 0) / largest if largest > 0 else 1.0


def curvature(model: HalfLifeModel, path: History) -> FloatArray:
    """An upper bound on omega_t along a path, nan at t = 0 (appendix, Eq. 21)."""
    horizon = len(path)
    n_terms = model.n_concepts * horizon
    latest_first = range(horizon, 0, -1)
    best_late = np.cumsum([_recall_if_always_shown(model, t) for t in latest_first])
    bounds = [math.nan]
    for t in range(1, horizon):
        known = path.before(t + 1)
        value = objective(model, known, horizon) * n_terms
        early = objective(model, known, t) * model.n_concepts * t
        bounds.append(1 + (best_late[t - 1] - early) / value)
    return np.array(bounds)


def _recall_if_always_shown(model: HalfLifeModel, n_times: int) -> float:
    return math.fsum(
        math.exp2(-forgetting_rate(theta, 0, n_times)) for theta in _rows(model)
    )


def exact_curvature(model: HalfLifeModel, path: History) -> FloatArray:
    """omega_t itself, for small instances: the worst policy found by solving for it."""
    horizon = len(path)
    values = [math.nan]
    for t in range(1, horizon):
        known = path.before(t + 1)
        worst = solve(_CurvatureProblem(model, known, horizon)).total
        value = objective(model, known, horizon) * model.n_concepts * horizon
        values.append(worst / value)
    return np.array(values)


@dataclass(frozen=True)
class _CurvatureProblem:
    """What a policy earns on its own beyond what it adds after ``known``."""

    model: HalfLifeModel
    known: History
    horizon: int

    @property
    def n_concepts(self) -> int:
        return self.model.n_concepts

    def group(self, concept: int) -> object:
        return *self.model.theta[concept].tolist(), self.known.shown.get(concept)

    def heeds_answers(self, concept: int) -> bool:
        return False

    def chance(self, concept: int, tally: Tally, step: int) -> float:
        return 0.0

    def reward(self, concept: int, tally: Tally, step: int) -> float:
        states = states_of(_rows(self.model)[concept])
        alone = expected_gain(states, tally, step, self.horizon + 1 - step)
        later = len(self.known) + step
        if later > self.horizon:
            return alone
        after = expected_gain(
            states, self._joined(concept, tally), later, self.horizon + 1 - later
        )
        return alone - after

    def _joined(self, concept: int, tally: Tally) -> Tally:
        n_plus, n_minus, last = self.known.shown.get(concept, NEVER_SHOWN)
        if tally[2]:
            last = len(self.known) + tally[2]
        return n_plus + tally[0], n_minus + tally[1], last


def theorem_2(gamma: FloatArray, omega: FloatArray) -> float:
    """The bound as the recursion in the proof gives it, and never less than that.

    A step from the share x of the optimum adds at least ``gamma/T * (1 - omega x)``,
    and never takes anything away. As long as ``gamma omega <= T`` more before the step
    is more after it, so that the bound so far is the worst case. Beyond that the worst
    case is the share from which a step need add nothing, ``1 / omega``.
    """
    horizon = len(gamma)
    bound = float(gamma[0]) / horizon
    for weight, curved in zip(gamma[1:] / horizon, omega[1:], strict=True):
        if weight * curved <= 1:
            bound += weight * max(0.0, 1 - curved * bound)
        else:
            bound = max(bound, 1 / curved)
    return float(bound)


def theorem_2_as_printed(gamma: FloatArray, omega: FloatArray) -> float:
    """The bound with the printed index set, where omega_0 is taken as 0."""
    horizon = len(gamma)
    keep = 1 - gamma * np.nan_to_num(omega) / horizon
    return float(sum(gamma[::-1] / horizon * np.cumprod(keep)))


def corollary_3(gamma: FloatArray, omega: FloatArray) -> float:
    """The bound from the worst gamma and omega of all steps."""
    least, most = gamma.min(), np.nanmax(omega, initial=-math.inf)
    if not math.isfinite(most) or most == 0:
        return float(least)
    return float(-np.expm1(-least * most) / most)


def sufficient_strength(n_concepts: int, horizon: int, epsilon: float) -> float:
    """Theorem 4: the least a = b (c = 0) for a utility near 1 - epsilon."""
    if n_concepts < 1 or horizon < 1 or not 0 < epsilon < 1:
        raise ValueError(
            f"Theorem 4 needs n_concepts and horizon of at least 1 and an epsilon "
            f"between 0 and 1, got {n_concepts}, {horizon} and {epsilon}"
        )
    return max(
        math.log2(horizon),
        math.log2(3 * n_concepts),
        math.log2(2 * n_concepts**2 / (epsilon * horizon)),
    )


def utility_ceiling(n_concepts: int, horizon: int) -> float:
    """What no teacher can exceed: each concept is unknown until it is first shown.

    Theorem 4 holds relative to this ceiling, not to 1.
    """
    first_rounds = min(n_concepts, horizon)
    unknown = first_rounds * (first_rounds - 1) / 2
    unknown += (n_concepts - first_rounds) * horizon
    return 1 - unknown / (n_concepts * horizon)


def _rows(model: HalfLifeModel) -> list[Theta]:
    return [(a, b, c) for a, b, c in model.theta.tolist()]
