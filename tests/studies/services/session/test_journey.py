"""The way of one participant from consent to the code."""

import re
from itertools import pairwise

import pytest

from studies.errors import FinishedError, TooEarlyError, WrongPageError
from studies.services.session.answering import answer_card
from studies.services.session.submission import Submission
from studies.services.session.withdrawal import withdraw_session
from tests.studies.factories import NOON, Person, make_study

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_is_enough]


def test_the_journey_goes_through_every_page_in_order(person):
    pages = []
    while True:
        state = person.look()
        if not pages or pages[-1] != (state.phase, state.page):
            pages.append((state.phase, state.page))
        if state.page == "completed":
            break
        person.move(state)

    assert pages[:4] == [
        ("instructions", "instructions"),
        ("prequiz", "introduction"),
        ("prequiz", "card"),
        ("learning", "introduction"),
    ]
    assert pages[-4:] == [
        ("postquiz", "introduction"),
        ("postquiz", "card"),
        ("questionnaire", "questionnaire"),
        ("completed", "completed"),
    ]


def test_every_card_of_every_phase_has_one_response(person):
    person.finish()

    rows = person.session.responses.values_list("phase", "step")
    expected = [("prequiz", i) for i in (1, 2, 3)]
    expected += [("learning", i) for i in range(1, 7)]
    expected += [("postquiz", i) for i in (1, 2, 3)]
    assert sorted(rows) == sorted(expected)


def test_a_quiz_asks_every_concept_once(person):
    person.finish()

    quiz = person.session.responses.filter(phase="postquiz")
    assert sorted(quiz.values_list("shown__position", flat=True)) == [0, 1, 2]


def test_learning_never_shows_a_concept_twice_in_a_row(person):
    person.finish()

    learning = person.session.responses.filter(phase="learning").order_by("step")
    shown = list(learning.values_list("shown__position", flat=True))
    assert all(a != b for a, b in pairwise(shown))


def test_the_completion_code_is_readable_and_comes_only_at_the_end(person):
    person.go_to("questionnaire", 0, page="questionnaire")
    before = person.look().completion_code

    code = person.fill_in().completion_code

    assert before is None
    assert re.fullmatch("[0-9A-HJKMNP-TV-Z]{12}", code)


@pytest.mark.parametrize(
    ("phase", "step", "page"),
    [
        ("instructions", 0, "instructions"),
        ("prequiz", 1, "introduction"),
        ("learning", 2, "review"),
        ("learning", 6, "review"),
        ("debrief", 0, "debrief"),
    ],
)
def test_a_second_click_on_continue_changes_nothing(db, phase, step, page):
    person = Person(make_study(review_seconds=0, debrief_text="What it was about."))
    leaving = person.go_to(phase, step, page=page).page_key
    first = person.go_on(leaving)
    n_log = person.session.log_length

    again = person.go_on(leaving)

    assert again == first
    assert person.session.log_length == n_log


def test_a_page_that_was_left_long_ago_is_not_left_again(person):
    leaving = person.page_key
    person.go_to("learning", 3, page="review").wait(60)
    rows, key = list(person.session.responses.values()), person.page_key

    assert person.go_on(leaving).page == "review"
    assert person.page_key == key
    assert list(person.session.responses.values()) == rows


def test_the_questionnaire_cannot_be_skipped(person):
    person.go_to("questionnaire", 0, page="questionnaire")

    with pytest.raises(WrongPageError):
        person.go_on()


def test_without_questions_the_journey_goes_on_to_the_debriefing(db):
    person = Person(make_study(questionnaire=None, debrief_text="What it was about."))

    assert person.go_to("debrief", 0, page="debrief").look().page == "debrief"


def test_without_questions_and_debriefing_the_journey_ends(db):
    person = Person(make_study(questionnaire=None))
    person.go_to("postquiz", 3)

    assert person.answer("xx").page == "completed"


def test_a_study_may_show_the_answer_only_after_errors(db):
    person = Person(make_study(review_seconds_after_right=0)).go_to("learning")

    right = person.answer(person.right_answer())
    person.look()
    wrong = person.answer("xx")

    assert (right.page, right.step, right.receipt.outcome) == ("card", 2, "correct")
    assert wrong.page == "review"


def test_a_paused_look_closes_what_is_over_and_begins_no_clock(db):
    person = Person(make_study(quiz_seconds=5)).go_to("prequiz")

    state = person.wait(8).look(paused=True)

    assert (state.page, state.step, state.card) == ("card", 2, None)
    assert person.look().card.seconds_left == 5


def test_a_follow_up_waits_for_its_opening_time(db):
    person = Person(make_study(postquiz_delay_seconds=3600))
    state = person.go_to("postquiz", 1, page="waiting").look()

    with pytest.raises(TooEarlyError):
        person.go_on()
    later = person.wait(3600).look()

    assert state.opens_in_seconds == 3600
    assert later.page == "introduction"


def test_nothing_can_be_answered_after_the_end(person):
    person.finish()
    submission = Submission(phase="learning", step=7, text="x")

    with pytest.raises(WrongPageError):
        answer_card(token=person.token, submission=submission, now=NOON)
    with pytest.raises(FinishedError):
        withdraw_session(token=person.token, keep_answers=True, now=person.now)
