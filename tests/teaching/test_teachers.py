from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from teaching import (
    EASY,
    HARD,
    TEACHERS,
    HalfLifeModel,
    History,
    check_teacher,
    create_teacher,
    marginal_gains,
)
from teaching.draws import MAX_SEED
from teaching.memory.activation import ActivationModel
from teaching.teachers.unseen import MOST_KINDS

from .models import MODELS

HORIZON = 12

histories = st.lists(
    st.tuples(st.integers(0, 3), st.booleans()), max_size=HORIZON - 1
).map(lambda steps: History.of(4, [c for c, _ in steps], [r for _, r in steps]))
seeds = st.integers(0, MAX_SEED)


def teacher_for(code, model, seed, no_repeat=True):
    return create_teacher(
        code, model=model, horizon=HORIZON, seed=seed, no_repeat=no_repeat
    )


PAIRS = [
    pytest.param(code, model, id=f"{code}-{type(model).__name__}")
    for code, teacher in TEACHERS.items()
    for model in MODELS
    if teacher.can_teach(model)
]


@pytest.mark.parametrize(("code", "model"), PAIRS)
def test_every_teacher_keeps_its_promises_with_every_memory_model(code, model):
    check_teacher(code, models=(model,))


@pytest.mark.parametrize("model", MODELS, ids=lambda model: type(model).__name__)
@given(history=histories, seed=seeds)
@settings(max_examples=25)
def test_greedy_scores_are_the_marginal_gains_and_no_gain_is_larger(
    model, history, seed
):
    decision = teacher_for("GR", model, seed, no_repeat=False).decide(history)

    gains = marginal_gains(model, history, HORIZON)
    assert decision.scores == {c: gains[c] for c in decision.scores}
    assert gains[decision.concept] == gains.max()


@pytest.mark.parametrize("model", MODELS, ids=lambda model: type(model).__name__)
@given(history=histories, seed=seeds)
@settings(max_examples=25)
def test_lowest_recall_shows_what_is_most_likely_forgotten(model, history, seed):
    concept = teacher_for("LR", model, seed, no_repeat=False).choose(history)

    recall = model.recall(len(history) + 1, history)[:, 0]
    assert recall[concept] == recall.min()


def test_lowest_recall_tells_well_known_concepts_apart():
    model = HalfLifeModel([(0, 0, 900), (0, 0, 901), (0, 0, 902)])
    history = History.of(3, [0, 1, 2], [False] * 3)

    picks = {teacher_for("LR", model, seed).choose(history) for seed in range(20)}

    assert picks == {0}


def play(teacher, steps, recalled=False):
    history = History.of(teacher.model.n_concepts)
    for _ in range(steps):
        history = history.then(teacher.choose(history), recalled)
    return history


def test_greedy_on_the_toy_problem_takes_the_papers_path():
    toy = HalfLifeModel([(2.5, 2.5, 1.26), (1, 1, -1), (0.08, 0.08, -0.88)])

    path = play(create_teacher("GR", model=toy, horizon=15, no_repeat=False), 15)

    assert path.concepts == (0, 0, 1, 1, 1, 1, 1, 1, 0, 1, 2, 2, 2, 2, 2)


@pytest.mark.parametrize("seed", range(5))
def test_round_robin_repeats_one_permutation(seed):
    model = HalfLifeModel([EASY, HARD] * 4)
    teacher = create_teacher("RR", model=model, horizon=24, seed=seed)

    concepts = play(teacher, 24).concepts

    assert sorted(concepts[:8]) == list(range(8))
    assert concepts == concepts[:8] * 3


def test_round_robin_takes_every_order():
    model = HalfLifeModel([EASY, HARD, HARD])
    orders = Counter(
        play(create_teacher("RR", model=model, horizon=3, seed=seed), 3).concepts
        for seed in range(600)
    )

    assert len(orders) == 6
    assert min(orders.values()) > 70


@pytest.mark.parametrize("shown", [[], [0], [2, 0]])
def test_uniform_shows_every_allowed_concept_equally_often(shown):
    model = HalfLifeModel([EASY, HARD, HARD, EASY, HARD])
    history = History.of(5, shown, [False] * len(shown))

    picks = Counter(teacher_for("RD", model, s).choose(history) for s in range(900))

    allowed = set(range(5)) - set(shown[-1:])
    assert set(picks) == allowed
    assert all(abs(n - 900 / len(allowed)) < 60 for n in picks.values())


def test_uniform_draws_anew_at_each_step():
    model = HalfLifeModel([EASY] * 5)
    teacher = create_teacher("RD", model=model, horizon=4000, seed=3, no_repeat=False)
    history = History.of(5, [0, 1, 2, 3, 4], [False] * 5)
    concepts = [teacher.choose(history := history.then(0, False)) for _ in range(2000)]

    pairs = Counter(pairwise(concepts))

    assert len(pairs) == 25
    assert max(pairs.values()) < 2 * min(pairs.values())


@pytest.mark.parametrize("code", ["GR", "LR"])
def test_equal_concepts_are_taken_in_any_order_never_the_decks(code):
    model = HalfLifeModel([EASY, EASY, EASY, HARD])

    firsts = Counter(
        teacher_for(code, model, seed).choose(History.of(4)) for seed in range(900)
    )

    expected = {0, 1, 2} if code == "GR" else {0, 1, 2, 3}
    assert set(firsts) == expected
    assert min(firsts.values()) > 900 / len(expected) * 0.75


def test_with_a_single_concept_a_repeat_is_allowed():
    model = HalfLifeModel([EASY])

    assert teacher_for("GR", model, 0).choose(History.of(1, [0], [False])) == 0


def test_scores_cover_what_was_shown_and_one_unseen_concept_of_each_kind():
    model = HalfLifeModel([EASY] * 500 + [HARD] * 500)
    history = History.of(1000, [3, 700, 4], [False] * 3)

    scores = teacher_for("GR", model, 0).decide(history).scores

    unseen = set(scores) - {3, 700, 4}
    assert len(scores) == 5
    assert sorted(concept < 500 for concept in unseen) == [False, True]


@pytest.mark.parametrize("code", TEACHERS)
def test_every_teacher_shows_one_unseen_concept_of_each_theta(code):
    model = HalfLifeModel([EASY] * 20 + [HARD] * 20 + [(3, 1.5, 1)] * 20)

    scores = teacher_for(code, model, 0).decide(History.of(60, [3], [False])).scores

    assert len(scores) == 4


@pytest.mark.parametrize("code", ["LR", "RR", "RD"])
def test_with_very_many_kinds_teachers_that_ignore_them_look_at_one(code):
    rng = np.random.default_rng(6)
    model = HalfLifeModel(rng.uniform(0, 5, (400, 3)))

    firsts = {
        len(teacher_for(code, model, seed).decide(History.of(400)).scores)
        for seed in range(3)
    }

    assert firsts == {1}


def test_numbers_in_a_decision_are_plain():
    teacher = create_teacher(
        "GR", model=MODELS[0], horizon=np.int64(9), seed=np.int64(2)
    )

    decision = teacher.decide(History.of(4, [1], [False]))

    assert type(decision.concept) is int
    assert {type(score) for score in decision.scores.values()} == {float}


def test_of_many_kinds_only_the_best_are_looked_at():
    rng = np.random.default_rng(5)
    model = HalfLifeModel(rng.uniform(0, 5, (400, 3)))
    history = History.of(400, [3, 7], [False, True])

    decision = create_teacher("GR", model=model, horizon=30).decide(history)

    gains = marginal_gains(model, history, 30)
    assert len(decision.scores) == 2 + MOST_KINDS
    assert gains[decision.concept] == gains.max()


def alike_at_first(n_kinds):
    """Different thetas that all gain the same from their first showing."""
    return HalfLifeModel([(a / 8, 2.0, 1.0) for a in range(n_kinds)])


def test_kinds_that_tie_are_all_looked_at():
    model = alike_at_first(3 * MOST_KINDS + 4)
    start = History.of(100)

    firsts = {teacher_for("GR", model, seed).choose(start) for seed in range(300)}

    # A hundred equal chances, 300 times: about five never come.
    assert len(firsts) > 85


def test_kinds_whose_gains_rounding_puts_out_of_order_are_all_looked_at():
    model = HalfLifeModel([(1, 20 + 2e-15 * rank, 0) for rank in range(200)])
    start = History.of(200)

    decision = teacher_for("GR", model, 0).decide(start)

    gains, labels = marginal_gains(model, start, HORIZON), model.kinds().labels
    best = set(labels[gains == gains.max()])
    assert {labels[concept] for concept in decision.tied} == best
    assert max(best) > MOST_KINDS


class _Broken(ActivationModel):
    def _recall_shown(self, concept, showings, times):
        return super()._recall_shown(concept, showings, times) * np.nan


@pytest.mark.parametrize("code", ["GR", "LR", "TH", "CO"])
def test_a_memory_model_that_gives_no_numbers_is_refused(code):
    history = History.of(4, [1], [False])

    with pytest.raises(ValueError, match=r"no number \(nan\)|not between 0 and 1: nan"):
        teacher_for(code, _Broken(4), 0).decide(history)


def test_a_session_has_an_end():
    teacher = teacher_for("GR", MODELS[0], 0)

    with pytest.raises(ValueError, match="all 12 steps of the session have been taken"):
        teacher.choose(play(teacher, HORIZON))


def test_an_unknown_teacher_is_refused_with_the_known_ones():
    with pytest.raises(ValueError, match="no teacher 'XX'; the teachers are GR, LR"):
        create_teacher("XX", model=MODELS[0], horizon=5)


def test_a_history_over_other_concepts_is_refused():
    with pytest.raises(ValueError, match="over 3 concepts, the memory model over 4"):
        teacher_for("GR", MODELS[0], 0).choose(History.of(3))


@pytest.mark.parametrize("horizon", [0, -1, 2.5, None])
def test_a_horizon_is_a_positive_whole_number(horizon):
    with pytest.raises(ValueError, match="horizon must be"):
        create_teacher("GR", model=MODELS[0], horizon=horizon)
