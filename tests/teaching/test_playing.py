from functools import partial

import numpy as np
import pytest

from teaching import (
    EASY,
    HARD,
    HalfLifeModel,
    Teacher,
    create_teacher,
    play_session,
    simulate,
)
from teaching import teachers as teachers_package
from teaching.memory.activation import ActivationModel
from teaching.memory.base import MemoryModel
from teaching.people import People
from teaching.simulation import session_seeds
from teaching.teachers.greedy import GreedyTeacher

THETA = [EASY, HARD, HARD, EASY]


class _Favouring(Teacher):
    """Shows its favourite whenever it may."""

    code = "FA"

    def __init__(self, *, favourite=0, **shared):
        super().__init__(**shared)
        self.favourite = favourite

    def _scores(self, history, concepts):
        return [-abs(concept - self.favourite) for concept in concepts]

    @classmethod
    def kinds(cls, model):
        return MemoryModel.kinds(model)


@pytest.fixture
def favouring(monkeypatch):
    monkeypatch.setitem(teachers_package.TEACHERS, "FA", _Favouring)


def same(one, other):
    return np.array_equal(one.concepts, other.concepts) and np.array_equal(
        one.recalls, other.recalls
    )


def test_a_code_a_class_a_function_and_a_teacher_teach_alike():
    model = HalfLifeModel(THETA)
    ways = {
        "code": "GR",
        "class": GreedyTeacher,
        "function": partial(create_teacher, "GR"),
        "teacher": create_teacher("GR", model=model, horizon=15, no_repeat=False),
    }

    outcomes = simulate(ways, truth=model, horizon=15, trials=5, seed=4)
    session = play_session(GreedyTeacher, truth=THETA, horizon=15, seed=9)

    assert list(outcomes) == list(ways)
    assert all(same(outcome, outcomes["code"]) for outcome in outcomes.values())
    assert session == play_session("GR", truth=model, horizon=15, seed=9)


@pytest.mark.parametrize("code", ["GR", "RD"])
def test_any_memory_can_be_the_truth_and_another_the_belief(code):
    truth, belief = ActivationModel(4), HalfLifeModel(THETA)

    outcome = simulate([code], truth=truth, belief=belief, horizon=9, trials=3)[code]

    for row, seed in enumerate(session_seeds(0, 3).tolist()):
        session = play_session(code, truth=truth, belief=belief, horizon=9, seed=seed)
        assert outcome.concepts[row].tolist() == list(session.concepts)
        later = truth.recall(19, session)[:, 0]
        assert outcome.future_recall[row] == pytest.approx(later.mean())


def test_a_teacher_keeps_its_own_belief_rule_and_seed():
    believed = HalfLifeModel(THETA[::-1])
    teacher = create_teacher("GR", model=believed, horizon=10, seed=8)

    session = play_session(teacher, truth=THETA)

    assert session == play_session(
        "GR", truth=THETA, belief=believed, horizon=10, seed=8, no_repeat=True
    )
    assert teacher.seed == 8


def test_options_reach_the_teacher(favouring):
    model = HalfLifeModel(THETA)

    def concepts(**options):
        made = create_teacher("FA", model=model, horizon=12, seed=1, **options)
        return play_session(made, truth=model).concepts

    assert concepts() == (0, 1) * 6
    assert concepts(favourite=3) == (3, 2) * 6


def test_an_unknown_option_is_refused_with_the_known_ones(favouring):
    model = HalfLifeModel(THETA)

    with pytest.raises(
        ValueError, match="FA has no option 'favorite'; its options are fav"
    ):
        create_teacher("FA", model=model, horizon=12, favorite=3)
    with pytest.raises(ValueError, match="GR has no option 'favourite'; it has none"):
        create_teacher("GR", model=model, horizon=12, favourite=3)


GREEDY = create_teacher("GR", model=HalfLifeModel(THETA), horizon=5)


@pytest.mark.parametrize(
    ("codes", "changes", "message"),
    [
        ([GREEDY], {"horizon": 9}, "GR plans for 5 steps, the session has 9"),
        ([GREEDY], {"truth": [EASY]}, "GR knows 4 concepts, the learner 1"),
        (["GR", GREEDY], {}, "teachers need names of their own"),
        ([partial(create_teacher, "GR")], {}, "teachers need names of their own"),
        ({"odd": lambda **_: "GR"}, {}, "a function that makes one, got 'GR' from"),
        (
            ["GR"],
            {"truth": ActivationModel(1), "people": People([[1.0]]), "trials": 1},
            "truth must be a HalfLifeModel, got ActivationModel",
        ),
    ],
)
def test_what_cannot_be_simulated_is_refused(codes, changes, message):
    with pytest.raises(ValueError, match=message):
        simulate(codes, **{"truth": THETA, "horizon": 5} | changes)


def test_a_session_needs_a_length():
    with pytest.raises(ValueError, match="horizon must be given"):
        play_session("GR", truth=THETA)


class _Impossible(ActivationModel):
    def recall(self, times, history, concepts=None):
        return super().recall(times, history, concepts) + 2


def test_a_learner_with_an_impossible_memory_is_refused():
    with pytest.raises(ValueError, match=r"not between 0 and 1: 2\.0"):
        play_session("RR", truth=_Impossible(4), horizon=5)
