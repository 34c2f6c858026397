"""The server's clock decides."""

import pytest

from studies.errors import StudyError, TooEarlyError
from studies.limits import STANDS_STILL_SECONDS
from studies.services.enrolment.more_time import grant_time
from studies.services.session.serving import (
    MAX_TAKEN_BACK,
    MAX_TAKEN_BACK_EACH,
    take_card_back,
)
from studies.services.session.sweeping import sweep
from tests.studies.factories import Person, make_study, seconds

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_is_enough]


def test_only_a_real_look_serves_the_card(person):
    person.go_on()
    person.go_on()

    assert person.look(serve=False).card is None
    assert person.card().served_at is None
    assert person.look().card is not None


def test_looking_again_does_not_renew_the_time(learner):
    assert learner.look().card.seconds_left == 20
    assert learner.wait(5).look().card.seconds_left == 15


def take_back(learner, step=1):
    take_card_back(token=learner.token, phase="learning", step=step, now=learner.now)


def test_a_card_whose_picture_failed_keeps_the_time_it_had_left(learner):
    take_back(learner.wait(4))

    assert learner.card().served_at is None
    assert learner.wait(STANDS_STILL_SECONDS).look().card.seconds_left == 16
    assert learner.wait(18.1).look().page == "review"


@pytest.mark.parametrize(("more", "left"), [(1, 15), (15.5, 0.5), (17, 0), (3600, 0)])
def test_who_stays_away_from_a_card_taken_back_loses_its_time(learner, more, left):
    take_back(learner.wait(4))

    seen = learner.wait(STANDS_STILL_SECONDS + more).look()

    assert seen.card.seconds_left == left
    assert learner.wait(left + 2.1).look().page == "review"


def test_whoever_was_granted_time_has_more_to_ask_for_a_picture_again(person):
    grant_time(session_id=person.session.pk, factor=2, now=person.now)
    take_back(person.go_to("learning", 1))

    seen = person.wait(2 * STANDS_STILL_SECONDS + 1).look()

    assert seen.card.seconds_left == 39


def test_taking_a_card_back_again_and_again_gives_no_time(learner):
    for seconds_left in (17, 14):
        take_back(learner.wait(3))
        assert learner.wait(9).look().card.seconds_left == seconds_left


def test_a_card_without_a_clock_has_none_when_it_is_shown_again(person):
    person.go_to("prequiz", 1).wait(60)

    take_card_back(token=person.token, phase="prequiz", step=1, now=person.now)

    assert person.card().served_at is None
    assert person.wait(60).look().card.seconds_left is None


@pytest.mark.parametrize("after", [20, 21, 22.5])
def test_a_card_cannot_be_taken_back_when_its_time_is_over(learner, after):
    take_back(learner.wait(after))

    assert learner.card(step=1).served_at is not None
    assert learner.wait(2.1).look().page == "review"
    assert learner.card(step=1).outcome == "missed"


def test_the_clock_of_a_card_runs_on_once_it_was_taken_back_twice(learner):
    for _ in range(MAX_TAKEN_BACK_EACH):
        take_back(learner.wait(1))
        learner.wait(STANDS_STILL_SECONDS).look()

    take_back(learner.wait(5))

    assert learner.wait(1).look().card.seconds_left == 12


def test_each_card_may_be_taken_back(learner):
    take_back(learner)
    learner.look()
    take_back(learner)
    learner.look()
    learner.go_to("learning", 2)

    take_back(learner.wait(4), step=2)

    assert learner.wait(STANDS_STILL_SECONDS).look().card.seconds_left == 16


def test_a_session_takes_cards_back_a_few_times_only(db):
    learner = Person(make_study(horizon=8)).go_to("learning", 1)
    for step in range(1, 1 + MAX_TAKEN_BACK // MAX_TAKEN_BACK_EACH):
        learner.go_to("learning", step)
        for _ in range(MAX_TAKEN_BACK_EACH):
            take_back(learner, step=step)
            learner.look()
    learner.go_to("learning", 8)

    take_back(learner.wait(5), step=8)

    assert learner.wait(1).look().card.seconds_left == 14


def test_a_card_that_is_not_open_is_not_taken_back(learner):
    with pytest.raises(StudyError):
        take_back(learner, step=2)
    learner.answer("xx")
    with pytest.raises(StudyError):
        take_back(learner)


@pytest.mark.parametrize(
    ("after", "outcome"),
    [(19.9, "correct"), (21.99, "correct"), (22, "correct"), (22.01, "late")],
)
def test_the_grace_is_two_seconds(learner, after, outcome):
    text = learner.right_answer()

    assert learner.wait(after).answer(text).receipt.outcome == outcome


@pytest.mark.parametrize("told", [None, 1, -5, 1e99, 3_600_000])
@pytest.mark.parametrize(("after", "outcome"), [(1, "correct"), (22.01, "late")])
def test_a_clock_of_the_browser_decides_nothing(learner, told, after, outcome):
    text, client = learner.right_answer(), {} if told is None else {"elapsed_ms": told}

    assert learner.wait(after).answer(text, client=client).receipt.outcome == outcome


def test_a_late_answer_keeps_its_text(learner):
    learner.wait(60).answer("Haus")

    assert (learner.card(step=1).outcome, learner.card(step=1).text) == ("late", "Haus")


@pytest.mark.parametrize(
    ("delay", "after", "outcome"),
    [
        (4000, 26, "correct"),
        (4000, 26.1, "late"),
        (60_000, 27, "correct"),
        (60_000, 27.1, "late"),
    ],
)
def test_a_slow_picture_is_believed_up_to_five_seconds(learner, delay, after, outcome):
    text = learner.right_answer()

    state = learner.wait(after).answer(text, client={"picture_delay_ms": delay})

    assert state.receipt.outcome == outcome


def test_a_card_past_its_deadline_is_missed_at_the_next_look(learner):
    state = learner.wait(22.1).look()

    assert state.page == "review"
    assert state.review.outcome == "missed"
    assert state.review.seconds_left == 10


def test_the_review_cannot_be_cut_short(learner):
    learner.answer("xx")

    with pytest.raises(TooEarlyError):
        learner.wait(9.9).go_on()
    assert learner.wait(0.1).go_on().step == 2


def test_quiz_cards_have_no_clock_by_default(person):
    person.go_to("prequiz", 1)

    state = person.wait(1000).look()

    assert (state.step, state.card.seconds_left) == (1, None)


def test_quiz_cards_may_have_a_clock(db):
    person = Person(make_study(quiz_seconds=8)).go_to("prequiz", 1)

    state = person.wait(11).look()

    assert person.card(step=1).outcome == "missed"
    assert (state.step, state.card.seconds_left) == (2, 8)


def test_learning_without_a_deadline_is_never_late(db):
    person = Person(make_study(learning_seconds=None)).go_to("learning", 1)
    text = person.right_answer()

    assert person.wait(1000).answer(text).receipt.outcome == "correct"
    assert sweep(now=person.now + seconds(500)).n_missed == 0


@pytest.mark.parametrize("shift", [-5, -3600])
def test_a_clock_set_back_neither_breaks_nor_lengthens_anything(learner, shift):
    learner.wait(10).look()
    learner.wait(shift)
    text = learner.right_answer()

    assert learner.look().card.seconds_left <= 20
    assert learner.answer(text).receipt.outcome == "correct"


@pytest.mark.parametrize("shift", [-5, -3600])
def test_a_clock_set_back_makes_nobody_look_longer_at_an_answer(learner, shift):
    learner.answer("xx")
    learner.wait(shift)

    assert learner.look().review.seconds_left == 10
    with pytest.raises(TooEarlyError):
        learner.wait(9.9).go_on()
    assert learner.wait(0.1).go_on().page == "card"


def test_after_a_clock_was_set_back_cards_have_their_usual_time(learner):
    learner.answer("xx")
    learner.wait(-3600).look()
    learner.wait(10).go_on()

    assert learner.look().card.seconds_left == 20
    assert learner.wait(5).look().card.seconds_left == 15
    assert learner.wait(17.1).look().page == "review"
    first, second = (learner.card("learning", step) for step in (1, 2))
    assert first.closed_at + seconds(10) == second.served_at
    assert second.outcome == "missed"


def test_a_clock_that_is_hardly_behind_is_waited_for(learner):
    learner.answer("xx")

    learner.wait(-0.5).look()

    assert learner.session.seconds_ahead == 0


def test_settings_frozen_before_there_were_questions_before_still_load(learner):
    session = learner.session
    for name in ("questions_before", "left_debrief_text", "largest_gap_seconds"):
        del session.settings[name]
    session.save()

    assert learner.answer("xx").page == "review"


def test_settings_are_frozen_at_consent(learner):
    study = learner.study
    study.review_seconds, study.horizon = 99, 2
    study.save()

    learner.answer("xx")

    assert learner.look().n_steps == 6
    assert learner.look().review.seconds_left == 10


def test_a_clock_that_jumps_an_hour_ahead_costs_one_card(learner):
    learner.wait(3600)
    assert learner.look().page == "review"
    learner.wait(10).go_on()

    assert learner.look().card.seconds_left == 20
    assert learner.answer(learner.right_answer()).receipt.outcome == "correct"
    outcomes = learner.session.responses.filter(phase="learning").order_by("step")
    assert [card.outcome for card in outcomes][:2] == ["missed", "correct"]
