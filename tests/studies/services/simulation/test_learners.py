"""Simulated people follow from their seeds, and forget as the model says."""

import pytest

from studies.services.simulation.learners import create_learner

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
    assert min(abilities) < 0.8 < 1.25 < max(abilities)


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

    assert lasting > 90
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
