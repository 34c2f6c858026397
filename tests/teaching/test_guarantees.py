from itertools import product

import numpy as np
import pytest

from teaching import (
    EASY,
    HalfLifeModel,
    History,
    guarantee,
    marginal_gains,
    objective,
    optimal_value,
)
from teaching.guarantees import (
    corollary_3,
    curvature,
    exact_curvature,
    greedy_sequence,
    submodularity,
    sufficient_strength,
    theorem_2,
    theorem_2_as_printed,
    utility_ceiling,
)

TOY = HalfLifeModel([(2.5, 2.5, 1.26), (1, 1, -1), (0.08, 0.08, -0.88)])


def random_model(seed, n=2):
    rng = np.random.default_rng(seed)
    a = rng.uniform(0, 2.5, (n, 1))
    return HalfLifeModel(np.hstack([a, a, rng.uniform(-2, 1.5, (n, 1))]))


def gamma_by_enumeration(model, path):
    """Definition 1, literally: every concept and every continuation."""
    horizon = len(path)
    ratios = []
    for t in range(horizon):
        known = path.before(t + 1)
        now = marginal_gains(model, known, horizon)
        later = [now]
        for length in range(1, horizon - t):
            for cards in product(range(model.n_concepts), repeat=length):
                then = known
                for card in cards:
                    then = then.then(card, False)
                later.append(marginal_gains(model, then, horizon))
        ratios.append((now / np.max(later, axis=0)).min())
    return np.array(ratios)


def omega_by_enumeration(model, path):
    """Definition 2, literally: every sequence put behind the path."""
    horizon, n = len(path), model.n_concepts
    worst = [np.nan]
    for t in range(1, horizon):
        known = path.before(t + 1)
        value = objective(model, known, horizon)
        drops = []
        for cards in product(range(n), repeat=horizon):
            alone = objective(model, History.of(n, cards, [False] * horizon), horizon)
            after = History.of(
                n, (*known.concepts, *cards)[:horizon], [False] * horizon
            )
            drops.append(1 - (objective(model, after, horizon) - alone) / value)
        worst.append(max(drops))
    return np.array(worst)


def test_the_toy_problem_has_the_bound_of_the_notes():
    result = guarantee(TOY, 15)

    assert result.bound == pytest.approx(0.479, abs=5e-4)
    assert result.bound < result.bound_as_printed
    assert result.corollary < result.bound


@pytest.mark.parametrize("n", [1, 2, 3])
@pytest.mark.parametrize("seed", range(6))
def test_submodularity_agrees_with_every_continuation_tried(seed, n):
    model = random_model(seed, n)
    path = greedy_sequence(model, 5)

    assert submodularity(model, path) == pytest.approx(
        gamma_by_enumeration(model, path), rel=1e-9
    )


@pytest.mark.parametrize("seed", range(8))
def test_curvature_is_bounded_and_exact_when_solved_for(seed):
    model = random_model(seed)
    path = greedy_sequence(model, 6)

    enumerated = omega_by_enumeration(model, path)

    assert exact_curvature(model, path)[1:] == pytest.approx(enumerated[1:], rel=1e-9)
    assert np.all(curvature(model, path)[1:] >= enumerated[1:] - 1e-12)


@pytest.mark.parametrize("shorter", [0, 3, 5, 7])
@pytest.mark.parametrize("seed", range(8))
def test_greedy_keeps_the_promise_of_theorem_2_and_corollary_3(seed, shorter):
    theta = random_model(seed, n=3).theta - [0, 0, shorter]
    model = HalfLifeModel(theta)
    result = guarantee(model, 8)

    ratio = objective(model, greedy_sequence(model, 8), 8) / optimal_value(model, 8)

    assert ratio >= result.bound - 1e-12
    assert ratio >= result.corollary - 1e-12
    assert result.bound > 0


@pytest.mark.parametrize("seed", range(6))
def test_a_step_of_theorem_2_is_its_worst_case(seed):
    rng = np.random.default_rng(seed)
    gamma, omega = rng.uniform(0, 1, 4), rng.choice([1, 30], 4) * rng.uniform(0, 1, 4)
    shares = np.linspace(0, 1, 20_001)
    worst = gamma[0] / 4
    for weight, curved in zip(gamma[1:] / 4, omega[1:], strict=True):
        possible = shares[shares >= worst]
        worst = (possible + weight * np.maximum(0, 1 - curved * possible)).min()

    assert theorem_2(gamma, omega) == pytest.approx(worst, abs=2e-3)


def test_theorem_2_is_the_unrolled_recursion():
    rng = np.random.default_rng(1)
    gamma, omega = rng.uniform(0.2, 1, 9), rng.uniform(1, 2, 9)

    unrolled = sum(
        gamma[s] / 9 * np.prod([1 - gamma[t] * omega[t] / 9 for t in range(s + 1, 9)])
        for s in range(9)
    )

    assert theorem_2(gamma, omega) == pytest.approx(unrolled)


def test_theorem_2_stays_a_bound_when_curvature_is_extreme():
    # From a third of the optimum on, a step need not add anything.
    assert theorem_2(np.array([0.1, 1.0]), np.array([np.nan, 3.0])) == 1 / 3


def test_theorem_2_never_loses_what_was_reached():
    gamma, omega = np.array([1.0, 0.5, 0.5]), np.array([np.nan, 5.0, 500.0])

    assert theorem_2(gamma, omega) == pytest.approx(1 / 3)


def test_the_printed_bound_follows_the_printed_indices():
    gamma, omega = np.array([0.5, 0.8, 1.0]), np.array([np.nan, 1.2, 1.1])

    printed = (
        gamma[2] / 3
        + gamma[1] / 3 * (1 - gamma[1] * omega[1] / 3)
        + gamma[0] / 3 * (1 - gamma[1] * omega[1] / 3) * (1 - gamma[2] * omega[2] / 3)
    )

    assert theorem_2_as_printed(gamma, omega) == pytest.approx(printed)


def test_the_corollary_takes_the_worst_of_all_steps():
    gamma, omega = np.array([0.5, 0.8]), np.array([np.nan, 1.3])

    assert corollary_3(gamma, omega) == pytest.approx((1 - np.exp(-0.65)) / 1.3)


def test_a_single_step_is_optimal():
    result = guarantee(TOY, 1)

    assert result.bound == result.corollary == 1


def test_arrays_cover_every_step():
    result = guarantee(TOY, 15)

    assert result.submodularity.shape == result.curvature.shape == (15,)
    assert np.isnan(result.curvature[0])
    assert np.all((result.submodularity > 0) & (result.submodularity <= 1))


def test_a_gain_of_nothing_at_the_end_is_no_division_by_zero():
    forgotten_at_once = HalfLifeModel([(0, 0, -60), (0, 0, -60)])

    assert submodularity(forgotten_at_once, History.of(2, [0, 1], [0, 0])).tolist() == [
        1,
        1,
    ]


def test_a_guarantee_needs_answers_not_to_matter():
    with pytest.raises(ValueError, match="a guarantee exists only where a = b"):
        guarantee(HalfLifeModel([EASY]), 5)


@pytest.mark.parametrize(
    ("theta", "reason"),
    [
        ((-1, -1, 3), "needs a >= 0 for every concept"),
        ((1, 1, -20), "all are forgotten at once"),
        ((0, 0, -1500), "all are forgotten at once"),
    ],
)
def test_a_guarantee_is_refused_where_it_would_mean_nothing(theta, reason):
    with pytest.raises(ValueError, match=reason):
        guarantee(HalfLifeModel([theta, theta]), 5)


@pytest.mark.parametrize(
    ("n", "horizon", "possible"), [(20, 5000, 144), (10_000, 10**9, 87), (1, 999, 391)]
)
def test_what_would_take_minutes_is_refused_with_what_is_possible(n, horizon, possible):
    model = HalfLifeModel([(1, 1, 0)] * n)

    with pytest.raises(ValueError, match=f"too many gains; {possible} steps are poss"):
        guarantee(model, horizon)


def test_theorem_4_fails_as_printed_for_the_case_of_the_notes():
    strength = sufficient_strength(10, 100, 0.01)
    model = HalfLifeModel([(strength, strength, 0)] * 10)

    value = objective(model, greedy_sequence(model, 100), 100)

    assert strength == pytest.approx(7.64, abs=0.005)
    assert value == pytest.approx(0.953, abs=5e-4)
    assert value < 1 - 0.01


@pytest.mark.parametrize("n", [1, 3, 5, 10])
@pytest.mark.parametrize("rounds", [2, 5, 8])
@pytest.mark.parametrize("epsilon", [0.01, 0.05, 0.3])
def test_theorem_4_holds_relative_to_the_ceiling(n, rounds, epsilon):
    horizon = n * rounds
    strength = sufficient_strength(n, horizon, epsilon)
    model = HalfLifeModel([(strength, strength, 0)] * n)

    value = objective(model, greedy_sequence(model, horizon), horizon)

    ceiling = utility_ceiling(n, horizon)
    assert (1 - epsilon) * ceiling <= value <= ceiling


@pytest.mark.parametrize(("n", "horizon"), [(2, 3), (3, 3), (3, 2), (4, 6)])
def test_no_teacher_exceeds_the_ceiling(n, horizon):
    never_forgotten = HalfLifeModel([(0, 0, 500)] * n)

    assert optimal_value(never_forgotten, horizon) == pytest.approx(
        utility_ceiling(n, horizon)
    )


@pytest.mark.parametrize(
    "arguments", [(0, 10, 0.1), (5, 0, 0.1), (5, 10, 0), (5, 10, 1)]
)
def test_theorem_4_needs_sensible_numbers(arguments):
    with pytest.raises(ValueError, match="Theorem 4 needs"):
        sufficient_strength(*arguments)
