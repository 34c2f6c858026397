import math

import numpy as np
import pytest

from teaching import (
    EASY,
    HARD,
    ROBUST,
    HalfLifeModel,
    History,
    create_teacher,
    marginal_gains,
    play_session,
    simulate,
)
from teaching.memory.activation import ActivationModel
from teaching.people import People
from teaching.simulation import session_seeds
from teaching.teachers import AdaptiveTeacher

MODEL = HalfLifeModel([ROBUST, ROBUST, HARD, (1.0, 2.0, -0.5)])


def adaptive(model=MODEL, **options):
    return create_teacher("AD", model=model, horizon=20, **options)


def literal_belief(history, *, spread, centre, slip):
    """Bayes' rule, answer by answer, with the memory model itself."""
    scores = np.linspace(-3, 3, 17)
    factors, logs = centre * np.exp(spread * scores), -(scores**2) / 2
    for step, concept in enumerate(history.concepts, start=1):
        before = history.before(step)
        first = history.recalls[history.concepts.index(concept)]
        if concept in before.shown and not first:
            right = history.recalls[step - 1]
            for k, factor in enumerate(factors):
                own = HalfLifeModel(factor * MODEL.theta)
                chance = own.recall(step, before, [concept]).item()
                chance = slip / 2 + (1 - slip) * chance
                logs[k] += math.log(chance if right else 1 - chance)
    chances = np.exp(logs - logs.max())
    return factors, chances / chances.sum()


def some_history(seed=3):
    rng = np.random.default_rng(seed)
    return History.of(4, rng.integers(0, 4, 16), rng.random(16) < 0.4)


@pytest.mark.parametrize("seed", range(4))
def test_beliefs_follow_bayes_rule(seed):
    options = {"spread": 0.4, "centre": 0.8, "slip": 0.05}

    belief = adaptive(**options).belief(some_history(seed))

    factors, chances = literal_belief(some_history(seed), **options)
    assert belief.strengths == pytest.approx(factors)
    assert belief.chances == pytest.approx(chances, abs=1e-8)


def test_scores_are_gains_averaged_over_the_belief():
    teacher, history = adaptive(), some_history()
    belief = teacher.belief(history)

    gains = [
        marginal_gains(HalfLifeModel(factor * MODEL.theta), history, 20)
        for factor in belief.strengths
    ]

    average = belief.chances @ np.array(gains)
    scores = teacher.decide(history).scores
    assert scores == pytest.approx({c: average[c] for c in scores}, rel=1e-9)


def test_without_a_spread_it_is_the_greedy_teacher():
    greedy = create_teacher("GR", model=MODEL, horizon=20, seed=5)
    teacher = adaptive(spread=0.0, seed=5)

    session = play_session(teacher, truth=MODEL)

    assert session == play_session(greedy, truth=MODEL)


def test_many_sessions_of_different_people_are_as_played_one_by_one():
    strength = np.exp(np.random.default_rng(1).standard_normal((12, 4)))
    known = np.random.default_rng(2).random((12, 4)) < 0.2
    people = People(strength, known)

    outcome = simulate(
        [AdaptiveTeacher], truth=MODEL, horizon=20, trials=12, people=people
    )["AD"]

    for row, seed in enumerate(session_seeds(0, 12).tolist()):
        alone = play_session(
            "AD",
            truth=people.memory_of(row, MODEL),
            belief=MODEL,
            horizon=20,
            seed=seed,
        )
        assert tuple(outcome.concepts[row].tolist()) == alone.concepts


def answered(recalled, n_times=5):
    """Four cards in turn, all forgotten at first, then always as told."""
    concepts = [0, 1, 2, 3] * n_times
    return History.of(4, concepts, [False] * 4 + [recalled] * (len(concepts) - 4))


def test_right_answers_make_it_believe_in_a_strong_memory_wrong_ones_in_a_weak():
    strong, weak = (adaptive().belief(answered(right)) for right in (True, False))

    assert adaptive().belief(History.of(4)).mean == pytest.approx(1.046, abs=0.01)
    assert weak.mean < 0.8 < 1.1 < strong.mean


def test_what_was_known_before_says_nothing_about_memory():
    knew = History.of(4, [0, 1, 2, 3, 0, 1, 2, 3], [True] * 8)

    belief = adaptive().belief(knew)

    assert np.array_equal(belief.chances, adaptive().belief(History.of(4)).chances)


def test_one_slip_does_not_decide():
    model = HalfLifeModel([(20.0, 10.0, 5.0)] * 4)
    good = answered(True, n_times=4)

    careful = adaptive(model).belief(good.then(0, False)).mean
    trusting = adaptive(model, slip=0.0).belief(good.then(0, False)).mean

    assert trusting < careful - 0.1


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("spread", -0.1, "spread must be a number from 0 to 2, got -0.1"),
        ("spread", math.nan, "spread must be a number"),
        ("centre", 0, "centre must be a number from 0.01 to 100, got 0"),
        ("slip", 0.6, "slip must be a number from 0 to 0.5, got 0.6"),
        ("slip", "none", "slip must be a number from 0 to 0.5, got 'none'"),
    ],
)
def test_options_without_sense_are_refused(option, value, said):
    with pytest.raises(ValueError, match=said):
        adaptive(**{option: value})


def test_other_memories_are_refused():
    with pytest.raises(ValueError, match="it needs a HalfLifeModel, got Activation"):
        adaptive(ActivationModel(3))


def test_it_helps_where_people_differ_much():
    scores = np.random.default_rng(3).standard_normal((150, 1))

    outcomes = simulate(
        ["GR", "AD"],
        truth=[ROBUST] * 15,
        horizon=40,
        trials=150,
        no_repeat=True,
        people=People(np.repeat(np.exp(scores), 15, axis=1)),
    )

    lead = outcomes["AD"].objective - outcomes["GR"].objective
    assert lead.mean() > 3 * lead.std() / np.sqrt(150)


def test_easy_and_hard_concepts_keep_their_thetas():
    model = HalfLifeModel([EASY] * 2 + [HARD] * 2)

    first = {adaptive(model, seed=seed).choose(History.of(4)) for seed in range(20)}

    assert first == {0, 1}
