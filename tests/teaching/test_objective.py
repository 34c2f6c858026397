import numpy as np
import pytest

from teaching import (
    EASY,
    HARD,
    HalfLifeModel,
    History,
    RelatedModel,
    family_links,
    marginal_gains,
    objective,
    recall_after,
)
from teaching.memory.activation import ActivationModel
from teaching.memory.base import MemoryModel

from .models import MODELS
from .reference import exact_objective

TOY = [(2.5, 2.5, 1.26), (1, 1, -1), (0.08, 0.08, -0.88)]


class _Broken(HalfLifeModel):
    def total_recall(self, history, horizon):
        return float("nan")

    def gains(self, history, horizon, concepts):
        return [float("nan")] * len(concepts)

    def recall(self, times, history, concepts=None):
        return super().recall(times, history, concepts) * float("nan")


@pytest.mark.parametrize("measure", [objective, marginal_gains, recall_after])
def test_a_memory_model_that_gives_no_numbers_is_refused(measure):
    with pytest.raises(ValueError, match=r"that are no numbers \(nan\)"):
        measure(_Broken([EASY]), History.of(1, [0], [False]), 5)


def test_nothing_shown_is_worth_nothing():
    assert objective(HalfLifeModel([EASY, HARD]), History.of(2), 10) == 0


def test_round_robin_on_the_toy_problem_is_worth_what_the_notes_say():
    sequence = History.of(3, [0, 1, 2] * 5, [False] * 15)

    assert objective(HalfLifeModel(TOY), sequence, 15) == pytest.approx(
        0.57570, abs=5e-6
    )


@pytest.mark.parametrize("length", [0, 1, 5, 8])
def test_it_agrees_with_the_literal_double_sum(length):
    rows = [EASY, HARD, (0.5, 0.2, -1)]
    history = History.of(3, [0, 1, 0, 2, 2, 0, 1, 2], [0, 0, 1, 0, 1, 1, 1, 0])
    known = history.before(length + 1)

    value = objective(HalfLifeModel(rows), known, 12)

    assert value == pytest.approx(float(exact_objective(rows, known, 12)), rel=1e-13)


@pytest.mark.parametrize("model", MODELS, ids=lambda model: type(model).__name__)
def test_gains_are_the_expected_differences_of_objectives(model):
    history = History.of(4, [0, 1, 0, 3], [False, False, True, False])
    now = objective(model, history, 9)

    gains = marginal_gains(model, history, 9)

    chances = model.recall(5, history)[:, 0]
    for concept, chance in enumerate(chances):
        recalled = objective(model, history.then(concept, True), 9)
        failed = objective(model, history.then(concept, False), 9)
        expected = chance * recalled + (1 - chance) * failed - now
        assert gains[concept] == pytest.approx(expected, abs=1e-13)


def test_the_shortcuts_of_the_half_life_model_agree_with_the_definitions():
    model = HalfLifeModel([EASY, HARD, (1, 1, -1), HARD])
    history = History.of(4, [0, 1, 0, 3], [False, False, True, False])
    everything = range(4)

    assert model.gains(history, 9, everything) == pytest.approx(
        MemoryModel.gains(model, history, 9, everything), rel=1e-9
    )
    assert model.total_recall(history, 9) == pytest.approx(
        MemoryModel.total_recall(model, history, 9), rel=1e-13
    )
    assert model.lapses(history, everything) == pytest.approx(
        MemoryModel.lapses(model, history, everything), rel=1e-9
    )


def test_related_concepts_gain_from_each_other():
    model = RelatedModel([HARD] * 4, family_links("aabb", 0.5))
    history = History.of(4, [0], [False])

    gains = marginal_gains(model, history, 9)

    assert gains[1] > gains[2] == pytest.approx(gains[3])


def test_recall_after_a_delay_is_the_average_over_concepts():
    model = HalfLifeModel([(0, 0, 2), (0, 0, 3)])

    assert recall_after(model, History.of(2, [0], [False]), 4) == 0.25


def test_a_full_session_gains_nothing_more():
    history = History.of(2, [0, 1], [False, False])

    assert marginal_gains(HalfLifeModel([EASY, HARD]), history, 2).tolist() == [0, 0]


@pytest.mark.parametrize("horizon", [0, -3, 2])
def test_a_horizon_below_the_history_is_refused(horizon):
    history = History.of(1, [0, 0, 0], [0, 1, 1])

    with pytest.raises(ValueError, match="horizon must be at least 1 and at least"):
        objective(HalfLifeModel([EASY]), history, horizon)


@pytest.mark.parametrize("horizon", [1.5, "10", True, None])
def test_a_horizon_is_a_whole_number(horizon):
    with pytest.raises(ValueError, match="horizon must be a whole number"):
        marginal_gains(HalfLifeModel([EASY]), History.of(1), horizon)


def test_a_history_over_other_concepts_is_refused():
    with pytest.raises(ValueError, match="over 3 concepts, the memory model over 2"):
        objective(HalfLifeModel([EASY, HARD]), History.of(3), 5)


def test_a_delay_is_positive():
    with pytest.raises(ValueError, match="delay must be at least 1"):
        recall_after(HalfLifeModel([EASY]), History.of(1), 0)


@pytest.mark.parametrize("concepts", [[-1], [0, 4]])
@pytest.mark.parametrize("model", MODELS[:2], ids=lambda model: type(model).__name__)
def test_concepts_that_do_not_exist_are_refused(model, concepts):
    with pytest.raises(ValueError, match="numbered from 0 to 3"):
        marginal_gains(model, History.of(4), 7, concepts)
    with pytest.raises(ValueError, match="numbered from 0 to 3"):
        model.recall(1, History.of(4), concepts)


@pytest.mark.parametrize("model", MODELS[:2], ids=lambda model: type(model).__name__)
def test_recall_has_a_row_for_each_concept_asked_for(model):
    assert model.recall([1, 2, 3], History.of(4), []).shape == (0, 3)
    assert model.recall([1, 2, 3], History.of(4)).shape == (4, 3)


def test_an_activation_model_has_concepts():
    with pytest.raises(ValueError, match="size must be a whole number from 1 on"):
        ActivationModel(0)


def test_gains_of_some_concepts_are_those_of_all():
    model = HalfLifeModel([EASY, HARD, HARD])
    history = History.of(3, [0, 2], [False, False])

    some = marginal_gains(model, history, 7, [2, 0])

    assert np.array_equal(some, marginal_gains(model, history, 7)[[2, 0]])
