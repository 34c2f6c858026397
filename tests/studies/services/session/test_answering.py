"""Answers are graded and stored once, whatever the network does."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from studies.errors import ConflictError, InvalidError, WrongPageError
from studies.models import LogEntry, Response
from tests.studies.factories import Person, make_study

pytestmark = pytest.mark.django_db
MAX_QUERIES = 8


def test_a_right_answer_is_correct_and_shows_the_review(person):
    person.go_to("learning", 1)

    state = person.answer(person.right_answer())

    assert state.page == "review"
    assert (state.review.outcome, state.review.rule) == ("correct", "exact")


def test_a_wrong_answer_is_reviewed_with_the_right_one(person):
    person.go_to("learning", 1)
    right = person.right_answer()

    review = person.answer("xx").review

    assert review.outcome == "wrong"
    assert review.answer_given == "xx"
    assert review.correct_answer == f"das {right}"


def test_not_knowing_is_an_outcome_of_its_own(person):
    person.go_to("learning", 1)

    assert person.answer(dont_know=True).receipt.outcome == "dont_know"


def test_an_empty_answer_by_hand_is_refused(person):
    person.go_to("learning", 1)

    with pytest.raises(InvalidError):
        person.answer("")


@pytest.mark.parametrize("after", [20, 21, 30])
def test_an_empty_card_sent_by_the_page_is_missed(person, after):
    person.go_to("learning", 1).wait(after)

    assert person.answer("", auto_submitted=True).receipt.outcome == "missed"


@pytest.mark.parametrize(
    ("phase", "after"), [("learning", 0), ("learning", 19.9), ("prequiz", 1000)]
)
def test_an_empty_card_is_not_sent_before_its_time_is_over(person, phase, after):
    person.go_to(phase, 1).wait(after)

    with pytest.raises(InvalidError):
        person.answer("", auto_submitted=True)

    assert not person.card(phase, 1).is_closed


def test_a_quiz_does_not_tell_whether_the_answer_was_right(person):
    person.go_to("prequiz", 1)

    state = person.answer(person.right_answer())

    assert state.receipt.outcome is None
    assert state.review is None


def test_the_same_answer_again_gets_the_first_result(person):
    person.go_to("learning", 2)
    first = person.answer("xx")
    rows = list(person.session.responses.values())

    again = person.answer("xx", step=2)

    assert again == first
    assert list(person.session.responses.values()) == rows


def test_the_same_answer_again_is_fine_when_the_session_has_moved_on(person):
    person.go_to("learning", 1)
    first = person.answer("xx").receipt
    person.go_to("learning", 3)

    assert person.answer("xx", step=1).receipt == first


def test_another_text_for_a_closed_card_is_refused_and_changes_nothing(person):
    person.go_to("learning", 2)
    person.answer("xx")
    rows, n_log = list(Response.objects.values()), LogEntry.objects.count()

    with pytest.raises(ConflictError):
        person.answer("yy", step=2)

    assert list(Response.objects.values()) == rows
    assert LogEntry.objects.count() == n_log


@pytest.mark.parametrize("step", [-1, 0, 1, 3, 7, 2**31 - 1, 2**31])
def test_only_the_open_card_can_be_answered(person, step):
    person.go_to("learning", 2)
    before = person.session.log_length

    with pytest.raises((WrongPageError, ConflictError, InvalidError)):
        person.answer("zz", step=step)

    assert person.session.log_length == before


def test_a_quiz_card_cannot_be_answered_during_learning(person):
    person.go_to("learning", 1)

    with pytest.raises(ConflictError):
        person.answer("zz", phase="prequiz", step=1)
    with pytest.raises(WrongPageError):
        person.answer("zz", phase="postquiz", step=1)


def test_a_chosen_card_cannot_be_answered_before_it_is_served(person):
    person.go_to("learning", 1)
    person.answer("xx")

    with pytest.raises(WrongPageError):
        person.answer("zz", step=2)


def test_what_was_typed_is_stored_as_it_was(person):
    person.go_to("learning", 1)

    person.answer("  dER  " + person.right_answer().upper() + "!")

    card = person.card(step=1)
    assert card.text.startswith("  dER  ")
    assert (card.outcome, card.typed_article) == ("correct", "der")


@pytest.mark.parametrize("horizon", [6, 40])
def test_an_answer_costs_few_queries_at_every_step(db, horizon):
    person = Person(make_study(horizon=horizon))
    costs: dict[str, set[int]] = {}
    while (state := person.look()).page != "completed":
        with CaptureQueriesContext(connection) as queries:
            person.move(state)
        if state.page == "card":
            statements = [q for q in queries if not _is_bracket(q["sql"])]
            costs.setdefault(state.phase, set()).add(len(statements))

    assert max(map(max, costs.values())) <= MAX_QUERIES
    assert len(costs["learning"]) <= 3


def test_the_cost_of_an_answer_does_not_grow_with_the_steps(db):
    person = Person(make_study(horizon=60))
    costs = []
    for step in (10, 30, 59):
        person.go_to("learning", step)
        with CaptureQueriesContext(connection) as queries:
            person.answer("xx", phase="learning", step=step)
        costs.append(len(queries))

    assert len(set(costs)) == 1


def _is_bracket(sql: str) -> bool:
    return sql.upper().startswith(("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE"))
