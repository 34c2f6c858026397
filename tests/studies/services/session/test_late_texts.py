"""Texts that crossed with the end of their card's time."""

import pytest

from studies.errors import ConflictError
from studies.services.session.answering import answer_card
from studies.services.session.submission import Submission
from studies.services.session.sweeping import sweep
from tests.studies.factories import Person, make_study

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_is_enough]


def test_a_missed_card_takes_one_late_text_without_changing_anything(learner):
    sweep(now=learner.wait(51).now)
    chosen = learner.card(step=2).shown

    state = learner.answer("Haus", step=1)
    again = learner.answer("Haus", step=1)

    card = learner.card(step=1)
    assert state == again
    assert (card.outcome, card.late_text, card.text) == ("missed", "Haus", "")
    assert learner.card(step=2).shown == chosen
    with pytest.raises(ConflictError):
        learner.answer("Katze", step=1)


@pytest.mark.parametrize(("after", "is_taken"), [(67, True), (67.1, False)])
def test_a_late_text_was_under_way_when_the_time_ended(learner, after, is_taken):
    sweep(now=learner.wait(51).now)
    learner.wait(after - 51)

    if is_taken:
        learner.answer("Haus", step=1)
    else:
        with pytest.raises(ConflictError):
            learner.answer("Haus", step=1)

    assert (learner.card(step=1).late_text == "Haus") == is_taken


def test_who_did_not_know_in_time_leaves_a_trace_on_a_missed_card(learner):
    sweep(now=learner.wait(51).now)

    state = learner.answer("", step=1, dont_know=True)

    card = learner.card(step=1)
    assert state == learner.answer("", step=1, dont_know=True)
    assert (card.outcome, card.late_text, card.late_at) == ("missed", "", learner.now)
    with pytest.raises(ConflictError):
        learner.answer("Haus", step=1)


def test_an_empty_page_that_comes_late_leaves_no_trace(learner):
    sweep(now=learner.wait(51).now)

    learner.answer("", step=1, auto_submitted=True)

    assert learner.card(step=1).late_text is None


def test_no_late_text_is_taken_once_the_answer_was_shown(learner):
    assert learner.wait(22.1).look().review.correct_answer

    with pytest.raises(ConflictError):
        learner.answer("Haus", step=1)

    assert learner.card(step=1).late_text is None


@pytest.mark.parametrize("empty", [{"dont_know": True}, {"auto_submitted": True}, {}])
def test_nothing_sent_for_a_missed_card_tells_its_answer(learner, empty):
    sweep(now=learner.wait(51).now)

    state = learner.answer("", step=1, **empty)

    assert (state.page, state.review) == ("review", None)
    assert learner.card(step=1).review_at is None


def test_a_look_that_serves_nothing_does_not_tell_the_answer(learner):
    sweep(now=learner.wait(51).now)

    assert learner.look(serve=False).review is None
    assert learner.look().review.seconds_left == 10


def test_a_reply_that_shows_the_answer_ends_the_time_for_late_texts(learner):
    sweep(now=learner.wait(51).now)
    empty = Submission(phase="learning", step=1, dont_know=True)

    shown = answer_card(
        token=learner.token, submission=empty, now=learner.now, serve=True
    )

    assert shown.state.review.seconds_left == 10
    with pytest.raises(ConflictError):
        learner.answer("Haus", step=1)


def test_an_empty_card_that_its_page_sent_takes_no_late_text(learner):
    learner.wait(20).answer("", auto_submitted=True)

    with pytest.raises(ConflictError):
        learner.answer("Haus", step=1)


def test_a_late_text_that_was_taken_can_be_sent_again_at_any_time(learner):
    sweep(now=learner.wait(51).now)
    learner.answer("Haus", step=1)

    assert learner.wait(300).answer("Haus", step=1).receipt.outcome == "missed"


def test_a_quiz_card_takes_a_late_text_while_the_next_is_shown(db):
    person = Person(make_study(quiz_seconds=8)).go_to("prequiz", 1)
    person.wait(11).look()

    person.answer("Haus", step=1)

    assert person.card(step=1).late_text == "Haus"
