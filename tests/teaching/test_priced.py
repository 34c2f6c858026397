from functools import partial

import numpy as np
import pytest

from teaching import (
    EASY,
    HARD,
    ROBUST,
    Goal,
    HalfLifeModel,
    History,
    create_teacher,
    play_session,
    simulate,
)
from teaching.certificate import Interval, certify
from teaching.memory.activation import ActivationModel
from teaching.pricing import prices_again
from teaching.pricing.bound import _programme
from teaching.pricing.programme import Programme, Seen
from teaching.pricing.smooth import smooth_total
from teaching.teachers import PricedTeacher, align_prices, told_teacher

DESIGNS = {
    "mixed": ([EASY] * 6 + [HARD] * 6, 30),
    "robust": ([ROBUST] * 8, 20),
    "hard": ([HARD] * 8, 20),
}


@pytest.mark.parametrize(
    ("design", "no_repeat"),
    [("mixed", False), ("mixed", True), ("robust", True), ("hard", False)],
)
def test_it_nearly_reaches_the_bound_and_is_behind_no_other(design, no_repeat):
    theta, horizon = DESIGNS[design]

    certificate = certify(
        ["PR", "GR", "LR"],
        theta=theta,
        horizon=horizon,
        trials=150,
        no_repeat=no_repeat,
    )

    assert certificate.share("PR").mean > 0.985
    assert certificate.share("PR").low < 1
    assert certificate.lead("PR", "GR").low > 0
    assert certificate.lead("PR", "LR").low > 0


def test_whoever_seeks_later_recall_finds_more_of_it():
    goal = Goal(later=1.0, delay=10)

    certificate = certify(
        ["PR", "GR", "LR"], theta=[EASY, HARD] * 8, horizon=30, trials=150, goal=goal
    )

    assert certificate.share("PR").mean > 0.98
    assert certificate.lead("PR", "GR").low > 0.02
    assert certificate.lead("PR", "LR").low > 0.1


def test_a_mix_of_goals_gives_up_some_of_one_for_the_other():
    theta, horizon = [EASY, HARD] * 8, 30
    by_weight = {
        later: simulate(
            {"PR": partial(PricedTeacher, goal=Goal(later=later))},
            truth=theta,
            horizon=horizon,
            trials=60,
        )["PR"]
        for later in (0.0, 0.5, 1.0)
    }

    area = {later: by_weight[later].objective.mean() for later in by_weight}
    later = {later: by_weight[later].future_recall.mean() for later in by_weight}
    assert area[0.0] > area[0.5] > area[1.0]
    assert later[0.0] < min(later[0.5], later[1.0])


def test_prices_that_are_kept_give_the_same_decisions():
    model = HalfLifeModel([EASY, EASY, HARD, HARD])
    fresh = create_teacher("PR", model=model, horizon=12, seed=3)
    kept = create_teacher("PR", model=model, horizon=12, seed=3, prices=fresh.prices)

    history = History.of(4)
    for step in range(12):
        assert kept.decide(history) == fresh.decide(history)
        history = history.then(fresh.choose(history), step % 3 == 0)


def test_prices_decide():
    model = HalfLifeModel([HARD] * 3 + [EASY] * 3)
    cheap, dear = (
        create_teacher("PR", model=model, horizon=12, no_repeat=False, prices=prices)
        for prices in ([0.0] * 12, [9.0] * 12)
    )
    history = History.of(6, [0], [False])

    assert cheap.decide(history).scores != dear.decide(history).scores


def test_well_known_concepts_are_taken_by_what_they_gain():
    model = HalfLifeModel([(9.0, 9.0, 9.0), (9.0, 9.0, 12.0), (9.0, 9.0, 30.0)])
    history = History.of(3, [0, 1, 2, 0, 1, 2], [False, False, False, True, True, True])

    picks = {
        create_teacher("PR", model=model, horizon=40, seed=seed).choose(history)
        for seed in range(9)
    }

    assert picks == {0}


@pytest.mark.parametrize("prices", [[1.0] * 4, [1.0] * 4 + [np.nan]])
def test_prices_that_do_not_fit_are_refused(prices):
    with pytest.raises(ValueError, match="one finite number for each of the 5 steps"):
        create_teacher("PR", model=HalfLifeModel([HARD]), horizon=5, prices=prices)


def test_a_memory_without_prices_is_refused():
    with pytest.raises(ValueError, match="prices need a HalfLifeModel"):
        create_teacher("PR", model=ActivationModel(3), horizon=5)


def test_an_interval_holds_the_mean_of_its_sessions():
    interval = Interval.of(np.array([1.0, 2.0, 3.0]))

    assert interval.low < interval.mean == 2 < interval.high


def test_options_kept_as_plain_data_make_the_same_teacher():
    model = HalfLifeModel([EASY, HARD])
    plain = {"later": 0.5, "delay": 3, "prices": [0.5] * 4}

    teacher = told_teacher("PR", plain)(model=model, horizon=4, seed=1, no_repeat=True)

    assert teacher.goal == Goal(later=0.5, delay=3)
    assert teacher.prices == (0.5,) * 4


def test_options_that_a_teacher_does_not_have_are_refused():
    with pytest.raises(ValueError, match="GR has no option 'later'"):
        told_teacher("GR", {"later": 1})


def test_prices_of_a_session_of_another_length_go_by_what_is_left():
    assert align_prices([4, 3, 2, 1], 2) == (2, 1)
    assert align_prices([4, 3, 2, 1], 6) == (4, 4, 4, 3, 2, 1)


def test_prices_computed_again_before_the_first_card_bound_as_well():
    model = HalfLifeModel([EASY, HARD, HARD])
    first = create_teacher("PR", model=model, horizon=10, no_repeat=True)

    again = prices_again(
        model, first.prices, History(3), no_repeat=True, goal=first.goal
    )

    programme = _programme(model.theta, (1.0,) * 3, 10, True, first.goal)
    least, found = (programme.total(np.array(p)) for p in (first.prices, again))
    assert least - 1e-9 <= found <= least * 1.01


@pytest.mark.parametrize("later", [0.0, 1.0])
def test_slopes_of_a_session_that_has_begun_are_those_of_its_total(later):
    rng = np.random.default_rng(3)
    goal, kinds = Goal(later=later), np.array([HARD, (1, 1, -1.0)])
    programme = Programme(kinds, np.array([2.0, 1.0]), 6, no_repeat=True, goal=goal)
    last = len(programme.states)
    seen = Seen(np.array([1, 2, 3]), np.array([0, 1, last]))
    prices = rng.normal(0.5, 1, 6)

    _, slopes = smooth_total(prices, programme, 0.3, seen)

    for step in range(6):
        moved = [prices.copy(), prices.copy()]
        moved[0][step] -= 1e-5
        moved[1][step] += 1e-5
        low, high = (smooth_total(p, programme, 0.3, seen)[0] for p in moved)
        assert slopes[step] == pytest.approx((high - low) / 2e-5, abs=1e-6)


def test_a_teacher_with_new_prices_decides_by_seed_and_history_alone():
    model = HalfLifeModel([HARD] * 5)
    options = {"goal": Goal(later=1.0), "again_at": [6]}
    make = partial(PricedTeacher, **options)
    session = play_session(make, truth=model, horizon=12, seed=5)

    for n_past in (4, 5, 9):
        fresh = make(model=model, horizon=12, seed=5, no_repeat=False)
        before = session.concepts[:n_past], session.recalls[:n_past]
        chosen = fresh.choose(History.of(5, *before))
        assert chosen == session.concepts[n_past]


def test_prices_are_computed_again_only_when_asked_for(monkeypatch):
    asked = []
    monkeypatch.setattr(
        "teaching.teachers.priced.prices_again",
        lambda model, prices, history, **rest: (asked.append(len(history)), prices)[1],
    )
    model = HalfLifeModel([HARD] * 4)

    for again_at in ([], [3, 6]):
        teacher = PricedTeacher(model=model, horizon=8, again_at=again_at)
        play_session(teacher, truth=model)

    assert asked == [2, 2, 5]
