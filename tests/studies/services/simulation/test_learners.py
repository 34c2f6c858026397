"""Simulated people follow from their seeds, and forget as the model says."""

from math import log
from statistics import fmean, stdev

import pytest

from studies.services.simulation.learners import create_learner
from teaching import ROBUST, HalfLifeModel, History, create_teacher

N_CONCEPTS, HORIZON = 15, 40
HARD = (3.0, 1.5, 0.0)
FLEETING = (0.0, 0.0, -30.0)
CROWD = [create_learner(seed=1, index=index) for index in range(300)]


def forgetful(learner):
    """An item that the person did not know before."""
    return next(item for item in range(100) if not learner._knew(item))


def test_the_same_seed_makes_the_same_person():
    first, again = (create_learner(seed=4, index=2) for _ in range(2))

    assert first == again
    assert first.ability == again.ability
    assert first.answer_seconds(3) == again.answer_seconds(3)


def test_people_of_a_crowd_differ():
    abilities = {learner.ability for learner in CROWD}

    assert len(abilities) == len(CROWD)
    assert stdev(map(log, abilities)) == pytest.approx(0.5, abs=0.05)


def test_a_word_is_as_hard_for_everybody_as_it_is():
    eases = [{learner.ease(item) for learner in CROWD[:3]} for item in range(300)]

    assert {len(ease) for ease in eases} == {1}
    assert stdev(log(ease.pop()) for ease in eases) == pytest.approx(0.5, abs=0.05)


def test_people_know_about_a_tenth_beforehand():
    known = [
        learner.recalls("prequiz", 1, 10, item, HARD)
        for learner in CROWD
        for item in range(10)
    ]

    assert sum(known) / len(known) == pytest.approx(0.1, abs=0.02)


def test_a_quiz_leaves_no_trace():
    learner = create_learner(seed=1, index=0)
    item = forgetful(learner)

    learner.recalls("prequiz", 1, 10, item, HARD)

    assert not learner.recalls("postquiz", 1, 10, item, HARD)


def test_what_was_just_shown_is_recalled_and_what_fades_is_not():
    lasting = fading = 0
    for learner in (create_learner(seed=1, index=index) for index in range(100)):
        item = forgetful(learner)
        learner.recalls("learning", 1, 10, item, (10.0, 5.0, 0.0))
        lasting += learner.recalls("learning", 2, 10, item, (10.0, 5.0, 0.0))
        learner.recalls("learning", 1, 10, item + 1000, FLEETING)
        fading += not learner._knew(item + 1000) and learner.recalls(
            "learning", 2, 10, item + 1000, FLEETING
        )

    assert lasting > 80
    assert fading == 0


@pytest.mark.parametrize(("drop_out", "share"), [(0.0, 0.0), (0.3, 0.3), (1.0, 1.0)])
def test_so_many_leave(drop_out, share):
    crowd = [create_learner(seed=2, index=i, drop_out=drop_out) for i in range(300)]
    leaving = [learner.leaves_at(20) for learner in crowd]

    n_left = sum(card is not None for card in leaving)
    assert n_left / len(crowd) == pytest.approx(share, abs=0.06)
    assert all(0 <= card < 20 for card in leaving if card is not None)


def test_nobody_answers_at_once_and_most_within_the_time():
    seconds = [learner.answer_seconds(card) for learner in CROWD for card in range(5)]

    assert min(seconds) >= 1
    assert sum(second < 20 for second in seconds) / len(seconds) > 0.95


def gain(code, index):
    """What somebody gains from the paper's German study with one of its teachers."""
    learner = create_learner(seed=1, index=index)
    words = [(index * 37 + 7 * i) % 100 for i in range(N_CONCEPTS)]
    model = HalfLifeModel([ROBUST] * N_CONCEPTS)
    teacher = create_teacher(code, model=model, horizon=HORIZON, seed=index)
    history = History.of(N_CONCEPTS)
    for step in range(1, HORIZON + 1):
        concept = teacher.choose(history)
        recalled = learner.recalls("learning", step, HORIZON, words[concept], ROBUST)
        history = history.then(concept, recalled)
    before, after = (
        fmean(learner.recalls(quiz, 1, HORIZON, word, ROBUST) for word in words)
        for quiz in ("prequiz", "postquiz")
    )
    return after - before


@pytest.mark.parametrize(
    ("code", "known"), [("GR", 0.58), ("LR", 0.47), ("RR", 0.41), ("RD", 0.41)]
)
def test_the_papers_teachers_come_to_about_its_gains(code, known):
    gains = [gain(code, index) for index in range(60)]

    error = stdev(gains) / len(gains) ** 0.5
    assert fmean(gains) == pytest.approx(known, abs=2 * error)


def test_who_goes_on_after_an_interruption_remembers_the_same():
    whole, resumed = (create_learner(seed=1, index=7) for _ in range(2))
    for step in range(1, 30):
        recalled = whole.recalls("learning", step, 40, step % 5, HARD)
        resumed.remember(step % 5, step, recalled=recalled)

    rest = [(step, step % 5) for step in range(30, 41)]
    assert [whole.recalls("learning", step, 40, word, HARD) for step, word in rest] == [
        resumed.recalls("learning", step, 40, word, HARD) for step, word in rest
    ]
