from itertools import product

import numpy as np
import pytest

from teaching import (
    EASY,
    HARD,
    HalfLifeModel,
    History,
    objective,
    optimal,
    optimal_value,
)
from teaching.guarantees import greedy_sequence
from teaching.memory.activation import ActivationModel
from teaching.optimal import TeachingProblem, optimal_sequence, solve

from .reference import plain_recall

TOY = HalfLifeModel([(2.5, 2.5, 1.26), (1, 1, -1), (0.08, 0.08, -0.88)])


def best_by_enumeration(model, horizon, history=None):
    """The best adaptive value, by trying every card after every answer."""
    history = history or History.of(model.n_concepts)
    if len(history) == horizon:
        return objective(model, history, horizon)
    values = []
    for concept in range(model.n_concepts):
        chance = plain_recall(model.theta, history, len(history) + 1, concept)
        value = 0.0
        for recalled, probability in ((True, chance), (False, 1 - chance)):
            if probability > 0:
                then = history.then(concept, recalled)
                value += probability * best_by_enumeration(model, horizon, then)
        values.append(value)
    return max(values)


def test_the_toy_problem_has_the_optimum_of_the_notes():
    assert optimal_value(TOY, 15) == pytest.approx(0.63694, abs=5e-6)


def test_greedy_reaches_its_known_share_of_the_toy_optimum():
    greedy = objective(TOY, greedy_sequence(TOY, 15), 15)

    assert greedy == pytest.approx(0.62206, abs=5e-6)
    assert greedy / optimal_value(TOY, 15) == pytest.approx(0.977, abs=5e-4)


@pytest.mark.parametrize("seed", range(8))
def test_an_adaptive_optimum_agrees_with_full_enumeration(seed):
    rng = np.random.default_rng(seed)
    n, horizon = [(2, 6), (3, 4), (2, 5), (3, 4)][seed % 4]
    model = HalfLifeModel(rng.uniform([0, 0, -2], [3, 2, 1], (n, 3)))

    assert optimal_value(model, horizon) == pytest.approx(
        best_by_enumeration(model, horizon), rel=1e-12
    )


@pytest.mark.parametrize("seed", range(6))
def test_a_best_sequence_agrees_with_all_sequences_tried(seed):
    rng = np.random.default_rng(100 + seed)
    a = rng.uniform(0, 2, (3, 1))
    model = HalfLifeModel(np.hstack([a, a, rng.uniform(-2, 1, (3, 1))]))

    sequence = optimal_sequence(model, 6)

    every = (
        objective(model, History.of(3, concepts, [False] * 6), 6)
        for concepts in product(range(3), repeat=6)
    )
    assert objective(model, sequence, 6) == pytest.approx(max(every), rel=1e-12)


def test_the_best_sequence_earns_the_optimal_value():
    twins = HalfLifeModel([(1, 1, -1), (2, 2, 0), (1, 1, -1), (2, 2, 0)])

    for model, horizon in ((TOY, 15), (twins, 9)):
        value = objective(model, optimal_sequence(model, horizon), horizon)
        assert value == pytest.approx(optimal_value(model, horizon), rel=1e-12)


def test_interchangeable_concepts_share_their_states():
    apart = HalfLifeModel([(1, 1, 0.0), (1, 1, 0.001), (1, 1, 0.002)])
    alike = HalfLifeModel([(1, 1, 0.0)] * 3)

    n_apart = solve(TeachingProblem(apart, 7)).n_states
    n_alike = solve(TeachingProblem(alike, 7)).n_states

    assert n_alike < n_apart / 4
    assert optimal_value(alike, 5) == pytest.approx(
        best_by_enumeration(alike, 5), rel=1e-12
    )


def test_one_step_shows_the_concept_that_is_kept_best():
    assert optimal_value(HalfLifeModel([HARD, EASY]), 1) == pytest.approx(
        2 ** (-1 / 2**5) / 2
    )


@pytest.mark.parametrize(
    ("rows", "horizon", "possible"),
    [([EASY] * 5 + [HARD] * 5, 40, 6), ([(k, k / 2, 0) for k in range(400)], 40, 2)],
)
def test_too_large_an_instance_is_refused_with_the_possible_horizon(
    rows, horizon, possible, monkeypatch
):
    monkeypatch.setattr(optimal, "MOST_STATES", 5_000)
    model = HalfLifeModel(rows)

    with pytest.raises(ValueError, match=f"a horizon of up to {possible} is possible"):
        optimal_value(model, horizon)


def test_the_horizon_called_possible_is():
    rows = [(k, k / 2, 0) for k in range(400)]

    assert 0 < optimal_value(HalfLifeModel(rows), 2) < 1


def test_a_best_sequence_needs_answers_not_to_matter():
    with pytest.raises(ValueError, match=r"only where a = b .* got theta \[10.0, 5.0"):
        optimal_sequence(HalfLifeModel([(1, 1, 0), EASY]), 4)


def test_an_optimum_needs_half_lives():
    with pytest.raises(ValueError, match="needs a HalfLifeModel, got ActivationModel"):
        optimal_value(ActivationModel(2), 3)


def test_a_horizon_is_positive():
    with pytest.raises(ValueError, match="horizon must be at least 1"):
        optimal_value(TOY, 0)
