import numpy as np
import pytest

from teaching import (
    EASY,
    HARD,
    ROBUST,
    TEACHERS,
    HalfLifeModel,
    Teacher,
    play_session,
    simulate,
)
from teaching import teachers as teachers_package
from teaching.people import People
from teaching.simulation import session_seeds

CODES = ["GR", "LR", "RR", "RD", "PR"]
TRUTH = [EASY] * 5 + [HARD] * 4 + [ROBUST] * 2
BELIEF = [ROBUST] * 6 + [HARD] * 5


@pytest.mark.parametrize(
    ("n", "horizon", "expected"),
    [
        (20, 40, {"GR": (0.533, 0.741), "LR": (0.462, 0.587)}),
        (20, 40, {"RR": (0.452, 0.603), "RD": (0.392, 0.545)}),
        (20, 60, {"GR": (0.660, 0.989), "LR": (0.596, 0.962)}),
        (20, 60, {"RR": (0.566, 0.804), "RD": (0.494, 0.709)}),
        (20, 80, {"GR": (0.717, 0.999), "LR": (0.695, 0.998)}),
        (20, 80, {"RR": (0.654, 0.946), "RD": (0.569, 0.814)}),
        (30, 60, {"GR": (0.513, 0.728), "LR": (0.391, 0.490)}),
        (30, 60, {"RR": (0.400, 0.573), "RD": (0.357, 0.510)}),
    ],
)
def test_the_papers_simulation_comes_out(n, horizon, expected):
    truth = [EASY] * (n // 2) + [HARD] * (n // 2)

    outcomes = simulate(list(expected), truth=truth, horizon=horizon)

    # Two independent means with standard errors of .002 and .004: three sigma.
    for code, (objective, recall) in expected.items():
        assert outcomes[code].objective.mean() == pytest.approx(objective, abs=0.008)
        assert outcomes[code].future_recall.mean() == pytest.approx(recall, abs=0.016)


def test_greedy_does_not_beat_lowest_recall_with_few_concepts():
    outcomes = simulate(["GR", "LR"], truth=[EASY] * 5 + [HARD] * 5, horizon=60)

    means = {code: outcome.objective.mean() for code, outcome in outcomes.items()}
    assert means["GR"] == pytest.approx(0.835, abs=0.003)
    assert means["LR"] == pytest.approx(0.848, abs=0.003)


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("no_repeat", [False, True])
@pytest.mark.parametrize("belief", [None, BELIEF], ids=["true", "believed"])
def test_a_batch_plays_the_same_sessions_as_a_teacher_step_by_step(
    code, no_repeat, belief
):
    outcome = simulate(
        [code],
        truth=TRUTH,
        belief=belief,
        horizon=25,
        trials=12,
        seed=7,
        no_repeat=no_repeat,
    )[code]

    for trial, seed in enumerate(session_seeds(7, 12).tolist()):
        session = play_session(
            code,
            truth=TRUTH,
            belief=belief,
            horizon=25,
            seed=seed,
            no_repeat=no_repeat,
        )
        assert outcome.concepts[trial].tolist() == list(session.concepts)
        assert outcome.recalls[trial].tolist() == list(session.recalls)


@pytest.mark.parametrize("code", CODES)
def test_many_kinds_that_tie_are_played_in_a_batch_as_step_by_step(code):
    truth = [(a / 8, 2.0, 1.0) for a in range(70)]
    outcome = simulate([code], truth=truth, horizon=20, trials=4, seed=5)[code]

    for trial, seed in enumerate(session_seeds(5, 4).tolist()):
        session = play_session(code, truth=truth, horizon=20, seed=seed)
        assert outcome.concepts[trial].tolist() == list(session.concepts)


def make_people(n_people=12, seed=3):
    rng = np.random.default_rng(seed)
    shape = n_people, len(TRUTH)
    return People(np.exp(rng.normal(0, 0.7, shape)), rng.random(shape) < 0.2)


@pytest.mark.parametrize("code", CODES)
def test_people_who_differ_are_played_in_a_batch_as_step_by_step(code):
    people = make_people()
    outcome = simulate(
        [code], truth=TRUTH, belief=BELIEF, horizon=25, trials=12, seed=7, people=people
    )[code]

    for row, seed in enumerate(session_seeds(7, 12).tolist()):
        memory = people.memory_of(row, HalfLifeModel(TRUTH))
        session = play_session(code, truth=memory, belief=BELIEF, horizon=25, seed=seed)
        assert outcome.concepts[row].tolist() == list(session.concepts)
        assert outcome.recalls[row].tolist() == list(session.recalls)


def test_what_was_known_before_is_always_recalled():
    known = np.array([[True, False, True]] * 20)
    people = People(np.ones((20, 3)), known)

    outcome = simulate(["RD"], truth=[HARD] * 3, horizon=9, trials=20, people=people)[
        "RD"
    ]

    assert outcome.recalls[outcome.concepts != 1].all()
    assert not outcome.recalls.all()
    assert (outcome.chances[:, [0, 2]] == 1).all()
    assert (outcome.chances[:, 1] < 1).all()


def test_a_stronger_memory_keeps_more():
    people = People(np.repeat([[0.5], [2.0]], 2, axis=1))

    outcome = simulate(["RR"], truth=[HARD] * 2, horizon=8, trials=2, people=people)

    assert outcome["RR"].objective[0] < outcome["RR"].objective[1]


def test_gains_that_round_to_a_tie_are_a_tie_in_a_batch_too():
    rng = np.random.default_rng(2)
    for _ in range(6):
        rows = [(2.0, b, 0.0) for b in rng.uniform(45, 56, 6)]
        outcome = simulate(["GR"], truth=rows, horizon=13, trials=20, seed=2)["GR"]

        for trial, seed in enumerate(session_seeds(2, 20).tolist()):
            session = play_session("GR", truth=rows, horizon=13, seed=seed)
            assert outcome.concepts[trial].tolist() == list(session.concepts)


def test_any_round_theta_can_be_simulated():
    rows = np.round(np.random.default_rng(0).uniform(-2, 3, (60, 3)))

    assert simulate(["GR"], truth=rows, horizon=5, trials=2)["GR"].objective.shape == (
        2,
    )


class _LastConcept(Teacher):
    """A teacher without a fast way."""

    code = "ZZ"

    def _scores(self, history, concepts):
        return [float(concept) for concept in concepts]


def test_a_teacher_without_a_fast_way_is_simulated_too(monkeypatch):
    monkeypatch.setitem(teachers_package.TEACHERS, "ZZ", _LastConcept)

    outcome = simulate(["ZZ"], truth=[EASY, HARD], horizon=6, trials=3)["ZZ"]

    assert outcome.concepts.shape == (3, 6)
    assert np.all((outcome.objective > 0) & (outcome.objective < 1))


@pytest.mark.parametrize("people", [None, make_people(8)], ids=["alike", "different"])
def test_one_by_one_and_in_a_batch_the_measures_agree(monkeypatch, people):
    asked = {"truth": TRUTH, "horizon": 20, "trials": 8, "delay": 3, "people": people}
    fast = simulate(["GR"], **asked)["GR"]
    monkeypatch.setattr(TEACHERS["GR"], "batch_scores", Teacher.batch_scores)

    slow = simulate(["GR"], **asked)["GR"]

    assert np.array_equal(fast.concepts, slow.concepts)
    assert fast.objective == pytest.approx(slow.objective, rel=1e-12)
    assert fast.future_recall == pytest.approx(slow.future_recall, rel=1e-12)
    assert fast.chances == pytest.approx(slow.chances, rel=1e-9)


def test_all_teachers_meet_the_same_learners():
    certain = [(0, 0, 30)] * 4
    one, other = simulate(["RR", "RD"], truth=certain, horizon=12, trials=5).values()

    assert one.recalls.sum(axis=1).tolist() == [8] * 5
    assert not other.recalls[:, 0].any()


def test_the_same_seed_gives_the_same_sessions_another_does_not():
    def concepts(seed):
        outcome = simulate(["RD"], truth=TRUTH, horizon=10, trials=4, seed=seed)
        return outcome["RD"].concepts.tolist()

    assert concepts(1) == concepts(1) != concepts(2)


def test_no_repeat_holds_in_every_session():
    for outcome in simulate(
        CODES, truth=TRUTH, horizon=30, trials=20, no_repeat=True
    ).values():
        assert np.all(outcome.concepts[:, 1:] != outcome.concepts[:, :-1])


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"trials": 0}, "trials must be a whole number from 1 on"),
        ({"trials": 2.5}, "trials must be a whole number from 1 on"),
        ({"delay": float("nan")}, "delay must be a whole number from 1 on"),
        ({"horizon": 0}, "horizon must be at least 1"),
        ({"delay": 0}, "delay must be a whole number from 1 on"),
        ({"belief": [EASY]}, "belief must have a row for each of the 2 concepts"),
        ({"seed": -1}, "seed must be a whole number"),
        ({"people": People([[1.0]])}, "people must be 200 rows of 2 concepts"),
    ],
)
def test_nonsense_is_refused_with_a_reason(changes, message):
    with pytest.raises(ValueError, match=message):
        simulate(["GR"], **{"truth": [EASY, HARD], "horizon": 5} | changes)


@pytest.mark.parametrize(
    ("strength", "known", "message"),
    [
        ([1.0], None, "strength and known must both be"),
        ([[1.0]], [[True, False]], "strength and known must both be"),
        ([[0.0]], None, "strength must be finite and above 0"),
        ([[float("nan")]], None, "strength must be finite and above 0"),
    ],
)
def test_people_who_cannot_be_are_refused(strength, known, message):
    with pytest.raises(ValueError, match=message):
        People(strength, known)
