import math
import random

import mpmath as mp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from teaching import EASY, HARD, HalfLifeModel, History, create_teacher, marginal_gains
from teaching.memory.half_life import expected_gain, recall_rise, recall_sum, states_of

from . import reference
from .reference import DIGITS, exact_gain, plain_gain

SMALLEST = 1e-300


@pytest.mark.parametrize(
    ("theta", "recalled", "expected"),
    [
        (EASY, True, 0.99932),
        (EASY, False, 0.97857),
        (HARD, True, 0.91700),
        (HARD, False, 0.78265),
    ],
)
def test_recall_one_step_after_showing_matches_the_paper(theta, recalled, expected):
    model = HalfLifeModel([theta])
    history = History.of(1, concepts=[0], recalls=[recalled])

    assert model.recall(times=2, history=history) == pytest.approx(expected, abs=1e-5)


def test_recall_halves_once_per_half_life_and_is_zero_before_the_first_showing():
    model = HalfLifeModel([(0, 0, 2), (0, 0, 3)])
    history = History.of(2, [0], [False])

    recall = model.recall([5, 9, 13], history)

    assert recall.tolist() == [[0.5, 0.25, 0.125], [0, 0, 0]]


def test_recall_can_be_asked_for_some_concepts():
    model = HalfLifeModel([EASY, HARD, HARD])
    history = History.of(3, [2, 0], [False, True])

    some = model.recall([3, 4], history, [2, 1])

    assert some.tolist() == model.recall([3, 4], history)[[2, 1]].tolist()


@pytest.mark.parametrize("times", [1, [3, 2], 0, -1])
def test_the_past_is_not_forecast(times):
    history = History.of(1, [0, 0], [False, True])

    with pytest.raises(ValueError, match="times must come after the history's 2 steps"):
        HalfLifeModel([EASY]).recall(times, history)


@pytest.mark.parametrize(
    ("theta", "message"),
    [
        ([], r"theta must have one row of three numbers .* got \(0,\)"),
        ([1, 2, 3], r"got \(3,\)"),
        ([[1, 2]], r"got \(1, 2\)"),
        ([[1, 2, 3], [1, 2]], "one row of three numbers"),
        ([["a", "b", "c"]], "one row of three numbers"),
        ([["1", "2", "3"]], "one row of three numbers"),
        ([[True, False, True]], "one row of three numbers"),
        (None, "one row of three numbers"),
        ([[1, 2, 3], [1, math.nan, 3]], r"got \[1.0, nan, 3.0\] in row 1"),
        ([[math.inf, 2, 3]], "theta must be numbers from -1e.06 to 1e.06"),
    ],
)
def test_a_wrong_theta_is_refused_with_a_reason(theta, message):
    with pytest.raises(ValueError, match=message):
        HalfLifeModel(theta)


def random_memory(rng):
    """A theta, a tally and a place in a session, for half-lives of 2^-20 to 2^1000."""
    a = rng.choice([0.0, 1e-12, 1e-6, rng.uniform(0, 1), rng.uniform(0, 12)])
    b = rng.choice([0.0, 1e-9, rng.uniform(0, 6), rng.uniform(-3, 3)])
    n_plus, n_minus = rng.randint(0, 5), rng.randint(1, 5)
    log_half_life = rng.uniform(*rng.choice([(-20, 1000), (-20, 60), (-12, 10)]))
    c = log_half_life - a * n_plus - b * n_minus
    horizon = rng.choice([rng.randint(12, 30), rng.randint(12, 120)])
    step = rng.randint(n_plus + n_minus + 1, horizon)
    return (a, b, c), n_plus, n_minus, horizon, step


def history_of(n_plus, n_minus, last, step):
    """Concept 0 shown up to ``last``, then concept 1 until ``step``."""
    concepts = [1] * (last - n_plus - n_minus) + [0] * (n_plus + n_minus)
    concepts += [1] * (step - 1 - last)
    recalls = [False] * (last - n_plus) + [True] * n_plus + [False] * (step - 1 - last)
    return History.of(2, concepts, recalls)


@pytest.mark.parametrize("seed", range(16))
def test_gains_agree_with_700_digits_whatever_the_half_life(seed):
    rng = random.Random(seed)
    for _ in range(12):
        theta, n_plus, n_minus, horizon, step = random_memory(rng)
        last = rng.randint(n_plus + n_minus, step - 1)
        rows = [theta, (0.0, 0.0, 0.0)]
        history = history_of(n_plus, n_minus, last, step)

        gain = marginal_gains(HalfLifeModel(rows), history, horizon)[0]

        exact = exact_gain(rows, history, horizon, 0)
        if exact > SMALLEST:
            with mp.workdps(DIGITS):
                assert abs(gain / exact - 1) < 1e-12, (theta, history, horizon)
        else:
            assert gain <= SMALLEST


def exact_sum(log_half_life, n_terms):
    decay = mp.log(2) * mp.mpf(2) ** -log_half_life
    return -mp.expm1(-n_terms * decay) / mp.expm1(decay)


def exact_gain_in_closed_form(theta, tally, step, n_terms):
    with mp.workdps(DIGITS):
        a, b, c = map(mp.mpf, theta)
        now = a * tally[0] + b * tally[1] + c
        recall = mp.mpf(2) ** (-(step - tally[2]) / mp.mpf(2) ** now)
        rise = exact_sum(now + a, n_terms) - exact_sum(now, n_terms)
        return recall * rise + (1 - recall) * exact_sum(now + b, n_terms)


@pytest.mark.parametrize("seed", range(8))
def test_gains_are_exact_however_many_steps_remain(seed):
    rng = random.Random(seed)
    for _ in range(40):
        (a, b, c), n_plus, n_minus, _, _ = random_memory(rng)
        a *= rng.choice([1, 1e-3])
        step = rng.randint(20, 40)
        tally = n_plus, n_minus, rng.randint(n_plus + n_minus, step - 1)
        n_terms = rng.choice([rng.randint(100, 2**14), rng.randint(2**14, 60_000)])

        gain = expected_gain(states_of((a, b, c)), tally, step, n_terms)

        exact = exact_gain_in_closed_form((a, b, c), tally, step, n_terms)
        if exact > SMALLEST:
            assert abs(gain / exact - 1) < 1e-12, ((a, b, c), tally, step, n_terms)


@pytest.mark.parametrize("log_half_life", [-20, -8, 0, 20, 53, 54, 60, 400, 1000])
@pytest.mark.parametrize("theta", [EASY, HARD, (1, 1, 0)])
def test_gains_of_well_known_and_forgotten_concepts_are_exact(theta, log_half_life):
    a, b, _ = theta
    rows = [(a, b, log_half_life - 2 * a - b)] * 3
    history = History.of(3, [0, 1, 0, 1, 0, 1], [0, 0, 1, 1, 1, 1])

    gains = marginal_gains(HalfLifeModel(rows), history, 60)

    for concept, gain in enumerate(gains):
        exact = exact_gain(rows, history, 60, concept)
        assert gain == pytest.approx(float(exact), rel=1e-12, abs=SMALLEST)


def test_half_lives_beyond_all_bounds_are_no_error():
    rows = [(1e6, 5, 0), (3, -1e6, 0), (0, 0, -1e6), (0, 0, 1e6)]
    history = History.of(4, [0, 1, 2, 3, 0], [1, 0, 0, 0, 1])

    gains = marginal_gains(HalfLifeModel(rows), history, 20)

    assert np.all(np.isfinite(gains))
    assert np.all(gains >= 0)


def test_picks_agree_with_the_reference_when_everything_is_easy(monkeypatch):
    # Half-lives stay below 2^100 here, so 200 digits tell gains apart, in a third of
    # the time.
    monkeypatch.setattr(reference, "DIGITS", 200)
    rows = [EASY] * 15
    teacher = create_teacher("GR", model=HalfLifeModel(rows), horizon=120)
    rng = random.Random(1)
    history = History.of(15)
    for step in range(1, 121):
        decision = teacher.decide(history)
        if step % 10 == 0:
            allowed = [c for c in decision.scores if c != history.last_concept]
            exact = {c: exact_gain(rows, history, 120, c) for c in allowed}
            assert exact[decision.concept] == max(exact.values()), step
        history = history.then(decision.concept, rng.random() < 0.9)


def test_picks_are_exact_in_very_long_sessions():
    rows, horizon = [EASY, HARD, (6, 2, 0), EASY, HARD], 17_000
    teacher = create_teacher("GR", model=HalfLifeModel(rows), horizon=horizon)
    rng = random.Random(5)
    history = History.of(5)
    for step in range(1, 101):
        decision = teacher.decide(history)
        if step > 70:
            allowed = [c for c in decision.scores if c != history.last_concept]
            exact = {
                c: exact_gain_in_closed_form(
                    rows[c], history.shown[c], step, horizon + 1 - step
                )
                for c in allowed
            }
            assert exact[decision.concept] == max(exact.values()), step
        history = history.then(decision.concept, rng.random() < 0.97)


thetas = st.tuples(st.floats(0, 3), st.floats(0, 3), st.floats(-2, 2))


@given(st.lists(thetas, min_size=1, max_size=4), st.data())
@settings(max_examples=60)
def test_gains_agree_with_a_plain_double_loop_up_to_moderate_half_lives(rows, data):
    n = len(rows)
    concepts = data.draw(st.lists(st.integers(0, n - 1), max_size=3))
    recalls = [data.draw(st.booleans()) for _ in concepts]
    horizon = data.draw(st.integers(max(1, len(concepts)), 14))
    history = History.of(n, concepts, recalls)

    gains = marginal_gains(HalfLifeModel(rows), history, horizon)

    for concept, gain in enumerate(gains):
        expected = plain_gain(rows, history, horizon, concept)
        assert gain == pytest.approx(expected, rel=1e-9, abs=1e-13)


@given(st.floats(2**-30, 2**12), st.integers(1, 200))
def test_recall_sum_is_the_sum_of_its_terms(rate, n_terms):
    terms = math.fsum(2.0 ** (-k * rate) for k in range(1, n_terms + 1))

    assert recall_sum(rate, n_terms) == pytest.approx(terms, rel=1e-12, abs=1e-320)


@given(st.floats(2**-30, 4), st.floats(-12, 12), st.integers(1, 300))
def test_recall_rise_is_the_difference_of_the_sums(rate, a, n_terms):
    stronger = rate * 2.0**-a
    difference = recall_sum(stronger, n_terms) - recall_sum(rate, n_terms)

    rise = recall_rise(rate, stronger, a, n_terms)

    assert rise == pytest.approx(difference, rel=1e-9, abs=1e-11 * n_terms)


def test_a_tiny_a_over_a_long_horizon_is_no_burden():
    model = HalfLifeModel([(1e-9, 1, 0), (0, 1, 0)])
    history = History.of(2, [0, 1], [False, False])

    gains = marginal_gains(model, history, 10**9)

    assert np.all(gains > 0)


def test_gains_of_many_concepts_are_those_of_few():
    rng = np.random.default_rng(4)
    rows = rng.choice([EASY, HARD, (1.0, 0.5, -1.0), (1.0, -0.5, 1.0)], size=700)
    shown = rng.integers(0, 700, 500)
    history = History.of(700, shown, rng.random(500) < 0.4)
    model = HalfLifeModel(rows)

    many = marginal_gains(model, history, 800)

    few = [marginal_gains(model, history, 800, [concept])[0] for concept in range(700)]
    assert many == pytest.approx(few, rel=1e-14)


def test_states_are_computed_once_and_shared():
    first, again = states_of(EASY), states_of((10.0, 5.0, 0.0))

    gain = expected_gain(first, (1, 1, 3), 7, 12)

    assert again is first
    assert (1, 1, 12) in again
    assert gain == expected_gain(again, (1, 1, 3), 7, 12)


def test_concepts_with_the_same_theta_are_of_one_kind_the_best_first():
    model = HalfLifeModel([HARD, EASY, (99, 1.5, 0), EASY])

    labels, ranked = model.kinds()

    assert labels[0] != labels[2]
    assert labels[1] == labels[3] == 0
    assert set(labels.tolist()) == {0, 1, 2}
    assert ranked
