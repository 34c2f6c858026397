from functools import cache

import numpy as np
import pytest

from teaching import (
    EASY,
    HARD,
    ROBUST,
    Goal,
    HalfLifeModel,
    History,
    objective,
    optimal_value,
    price_bound,
)
from teaching.memory.activation import ActivationModel
from teaching.pricing import AREA, count_choices, smooth
from teaching.pricing.bound import _programme
from teaching.pricing.programme import Programme
from teaching.pricing.smooth import smooth_total

from .reference import plain_recall

SLOW = (0.08, 0.08, -0.88)
KINDS = np.array([(3, 1.5, 0), (1, 1, -1), (-1, 2, 0), (40, 40, 3.0)])


def best_by_enumeration(rows, horizon, *, no_repeat, goal):
    """The best adaptive teacher by its definition: every card, every answer."""
    n = len(rows)

    @cache
    def best(concepts, recalls):
        history = History(n, concepts, recalls)
        step = len(history) + 1
        if step > horizon:
            end = horizon + goal.delay
            later = sum(plain_recall(rows, history, end, i) for i in range(n))
            return goal.later * horizon * later
        banned = history.last_concept if no_repeat and n > 1 else None
        return max(after(history, i, step) for i in range(n) if i != banned)

    def after(history, concept, step):
        chance = plain_recall(rows, history, step, concept)
        value = 0.0
        for recalled, weight in ((True, chance), (False, 1 - chance)):
            if weight:
                then = history.then(concept, recalled)
                now = sum(plain_recall(rows, then, step + 1, i) for i in range(n))
                rest = best(then.concepts, then.recalls)
                value += weight * ((1 - goal.later) * now + rest)
        return value

    return best((), ()) / (n * horizon)


def random_rows(rng, style):
    n = int(rng.integers(1, 4))
    low, high = np.sort(rng.uniform(0, 4, (2, n)), axis=0)
    a, b = {
        "a > b": (high, low),
        "a < b": (low, high),
        "a = b": (low, low),
        "any sign": (rng.uniform(-1, 3, n), rng.uniform(-1, 2, n)),
    }[style]
    return np.column_stack([a, b, rng.uniform(-2, 1, n)])


@pytest.mark.parametrize("style", ["a > b", "a < b", "a = b", "any sign"])
def test_no_bound_is_below_the_optimum_and_most_are_tight(style):
    rng = np.random.default_rng(8)
    shares = []
    for _ in range(8):
        model = HalfLifeModel(random_rows(rng, style))
        horizon = int(rng.integers(2, 6))
        bound = price_bound(model, horizon).upper_bound
        shares.append(optimal_value(model, horizon) / bound)

    assert max(shares) <= 1
    assert np.median(shares) > 0.995


@pytest.mark.parametrize("no_repeat", [False, True])
@pytest.mark.parametrize("goal", [Goal(), Goal(0.4, 3), Goal(1.0, 10)])
def test_every_goal_is_bounded_with_and_without_repeats(goal, no_repeat):
    rng = np.random.default_rng(9)
    shares = []
    for _ in range(4):
        rows = random_rows(rng, "a > b")
        bound = price_bound(HalfLifeModel(rows), 4, no_repeat=no_repeat, goal=goal)
        best = best_by_enumeration(rows, 4, no_repeat=no_repeat, goal=goal)
        shares.append(best / bound.upper_bound)

    assert max(shares) <= 1
    # With one moment to be ready for, luck matters more than prices can say.
    assert np.median(shares) > (0.9 if goal.later == 1 else 0.99)


@pytest.mark.parametrize("n_concepts", [1, 2])
def test_what_is_learnt_slowly_is_not_cut_short(n_concepts):
    model = HalfLifeModel([SLOW] * n_concepts)
    in_turn = History.of(n_concepts, [k % n_concepts for k in range(40)], [False] * 40)

    bound = price_bound(model, 40).upper_bound

    reached = objective(model, in_turn, 40)
    assert reached <= bound <= 1.005 * reached
    assert n_concepts > 1 or bound == pytest.approx(0.63443, abs=5e-6)


def test_the_papers_toy_problem_is_bounded_closely():
    toy = HalfLifeModel([(2.5, 2.5, 1.26), (1, 1, -1), SLOW])

    bound = price_bound(toy, 15).upper_bound

    assert 0.636935 <= bound < 0.637


@pytest.mark.parametrize("horizon", [1, 2, 3])
def test_a_session_of_few_steps_is_bounded(horizon):
    model = HalfLifeModel([EASY, HARD])

    bound = price_bound(model, horizon)

    assert bound.prices.shape == (horizon,)
    assert optimal_value(model, horizon) <= bound.upper_bound <= 1


@pytest.mark.parametrize(
    "rows", [[EASY, HARD] * 2, [(0.2, 0.5, -1.0)] * 3, [(-0.5, -0.5, 1.0)] * 2]
)
def test_more_steps_never_bound_the_sum_of_recall_by_less(rows):
    bounds = [price_bound(HalfLifeModel(rows), t).upper_bound for t in range(1, 9)]

    assert (np.diff(np.arange(1, 9) * bounds) > 0).all()


def test_a_ban_on_repeats_never_raises_the_bound():
    rng = np.random.default_rng(4)
    for _ in range(4):
        model = HalfLifeModel(random_rows(rng, "a > b"))
        free = price_bound(model, 6).upper_bound
        assert price_bound(model, 6, no_repeat=True).upper_bound <= 1.0005 * free


def test_any_prices_give_a_bound():
    rows = np.array([EASY, HARD])
    programme = Programme(rows, np.ones(2), 6, no_repeat=False, goal=Goal())
    best = optimal_value(HalfLifeModel(rows), 6) * 12

    totals = [
        programme.total(np.random.default_rng(seed).normal(1, 3, 6))
        for seed in range(50)
    ]

    assert min(totals) >= best


@pytest.mark.parametrize("no_repeat", [False, True])
@pytest.mark.parametrize("most_kept", [0, 10**9])
def test_the_slopes_are_those_of_the_smooth_bound(no_repeat, most_kept, monkeypatch):
    monkeypatch.setattr(smooth, "_MOST_KEPT", most_kept)
    programme = Programme(
        KINDS, np.array([3.0, 1, 1, 2]), 8, no_repeat=no_repeat, goal=Goal(0.3, 10)
    )
    prices = np.random.default_rng(1).normal(0.5, 1, 8)

    _, slopes = smooth_total(prices, programme, 0.3)

    for slope, nudge in zip(slopes, 1e-6 * np.eye(8), strict=True):
        up, down = (
            smooth_total(prices + sign * nudge, programme, 0.3)[0] for sign in (1, -1)
        )
        assert slope == pytest.approx((up - down) / 2e-6, abs=1e-6)


def test_the_smooth_bound_lies_just_above_the_exact_one():
    programme = Programme(KINDS, np.ones(4), 8, no_repeat=False, goal=Goal())
    prices = np.random.default_rng(2).normal(1, 1, 8)

    soft, _ = smooth_total(prices, programme, 1e-4)

    assert 0 <= soft - programme.total(prices) < 0.01


def test_well_known_concepts_have_a_bound_of_one_at_most():
    bound = price_bound(HalfLifeModel([(0, 0, 900)]), 5).upper_bound

    assert 1 - 1e-4 < bound <= 1


def test_what_is_forgotten_at_once_has_a_bound_of_nothing():
    assert price_bound(HalfLifeModel([(0, 0, -900)] * 2), 5).upper_bound < 1e-6


def test_another_memory_is_refused():
    with pytest.raises(ValueError, match="prices need a HalfLifeModel"):
        price_bound(ActivationModel(3), 5)


def test_too_long_a_session_is_refused():
    slow = HalfLifeModel([(0.001, 0.002, 0.0), (0.001, 0.003, 0.0)])

    with pytest.raises(ValueError, match="a shorter session needs fewer"):
        price_bound(slow, 700)


@pytest.mark.parametrize("goal", [{"later": -0.1}, {"later": 1.1}, {"delay": 0}])
def test_a_goal_that_makes_no_sense_is_refused(goal):
    with pytest.raises(ValueError, match="must be"):
        Goal(**goal)


def test_the_prices_of_robust_concepts_fall():
    prices = price_bound(HalfLifeModel([ROBUST] * 6), 16).prices

    assert prices[0] > prices[8] > prices[-1] > 0


def test_an_average_session_bounds_the_average_of_all_sessions():
    easy, hard = (1.0, 0.5, 0.0), (0.4, 0.2, -1.0)
    average = price_bound(HalfLifeModel([easy, hard]), 8, n_each=[1.5, 1.5])

    sessions = [[easy, easy, hard], [easy, hard, hard]]
    own = [price_bound(HalfLifeModel(theta), 8).upper_bound for theta in sessions]

    assert np.mean(own) <= average.upper_bound <= np.mean(own) + 0.01


def test_whole_numbers_of_each_kind_are_the_session_itself():
    kinds, session = [EASY, HARD], [EASY, HARD, HARD]

    told = price_bound(HalfLifeModel(kinds), 6, n_each=[1, 2], no_repeat=True)

    spelt_out = price_bound(HalfLifeModel(session), 6, no_repeat=True)
    assert told.upper_bound == spelt_out.upper_bound
    assert told.prices.tolist() == spelt_out.prices.tolist()


@pytest.mark.parametrize("n_each", [[1], [1, 0], [1, -2], [1, np.nan], [1, 2, 3]])
def test_numbers_of_each_kind_must_fit_the_kinds(n_each):
    with pytest.raises(ValueError, match="n_each"):
        price_bound(HalfLifeModel([EASY, HARD]), 6, n_each=n_each)


def test_choices_are_counted_without_weighing_them():
    model = HalfLifeModel([EASY, HARD])

    programme = _programme(model.theta, (1.0, 1.0), 12, False, AREA)

    assert count_choices(model, 12) == programme.n_choices


@pytest.mark.parametrize(
    ("theta", "horizon"),
    [
        ((1.752674465320743, 0.33961028037658203, -5.066934449794979), 2),
        ((1.8799327374080932, 0.9823011171741736, -6.795537671416944), 3),
    ],
)
def test_where_next_to_nothing_is_learnt_rounding_does_not_lower_it(theta, horizon):
    model = HalfLifeModel([theta])

    assert price_bound(model, horizon).upper_bound >= optimal_value(model, horizon)
