"""The questions before the cards and after them."""

import pytest

from studies.errors import (
    AnsweredError,
    FinishedError,
    InvalidError,
    UnprovenError,
    WrongPageError,
)
from studies.models import LogEntry, Place, Questionnaire, SessionDevice
from studies.models.log import LogKind
from studies.services.enrolment.devices import classify_device, store_device
from studies.services.participation.events import Event, store_events
from studies.services.participation.questionnaires import (
    check_answers,
    screens_out,
)
from studies.services.session.withdrawal import withdraw_session
from tests.studies.factories import QUESTIONS, Person, make_study
from tests.studies.services.enrolment.comings import OTHER, OWN, come, going_on

ITEMS = [
    {"id": "a", "kind": "choice", "label": "", "options": ["x", "y"], "required": True},
    {"id": "b", "kind": "scale", "label": "", "options": ["1", "2"], "required": False},
    {"id": "c", "kind": "text", "label": "", "options": [], "required": False},
    {"id": "n", "kind": "number", "label": "", "min": 1, "max": 120.5},
    {"id": "m", "kind": "multiple", "label": "", "options": ["x", "y, z", "w"]},
    {"id": "p", "kind": "plain", "label": "Read this."},
]
BEFORE = [
    {**QUESTIONS[0], "screen_out": ["b"]},
    {"id": "age", "kind": "number", "label": "?", "required": False},
]


@pytest.fixture
def newcomer(db):
    questions = Questionnaire.objects.create(name="before", items=BEFORE)
    return Person(make_study(questions_before=questions, pays_screened_out=True))


def test_good_answers_pass_and_empty_ones_are_left_out():
    assert check_answers(ITEMS, {"a": "x", "b": "2", "c": ""}) == {"a": "x", "b": "2"}


@pytest.mark.parametrize(
    ("answers", "named"),
    [
        ({}, "a:"),
        ({"a": "z"}, "a:"),
        ({"a": "x", "b": "9"}, "b:"),
        ({"a": "x", "c": "t" * 5001}, "c:"),
        ({"a": "x", "d": "?"}, "d:"),
        ({"a": ["x"]}, "a:"),
        ({"a": "x", "p": "read"}, "p:"),
        ({"a": "x", "m": ["x", "q"]}, "m:"),
        ({"a": "x", "m": "y"}, "m:"),
        *(
            ({"a": "x", "n": number}, "n:")
            for number in ("0", "120.51", "ten", "1e2", "1,000", "nan", ["5"])
        ),
    ],
)
def test_bad_answers_are_named(answers, named):
    with pytest.raises(InvalidError, match=named):
        check_answers(ITEMS, answers)


@pytest.mark.parametrize(
    ("written", "stored"),
    [
        ("42", "42"),
        (" 1,50 ", "1.5"),
        ("120.5", "120.5"),
        ("+100", "100"),
        ("١٢", "12"),
    ],
)
def test_numbers_are_stored_in_one_spelling(written, stored):
    assert check_answers(ITEMS, {"a": "x", "n": written})["n"] == stored


@pytest.mark.parametrize(
    ("chosen", "stored"),
    [("w", '["w"]'), (["w", "x", "x"], '["x", "w"]'), (["y, z"], '["y, z"]')],
)
def test_several_choices_are_stored_in_the_order_of_the_options(chosen, stored):
    assert check_answers(ITEMS, {"a": "x", "m": chosen})["m"] == stored


@pytest.mark.parametrize(
    ("kind", "ends", "answer", "is_out"),
    [
        ("choice", ["x"], "x", True),
        ("choice", ["x"], "y", False),
        ("choice", [], "x", False),
        ("multiple", ["x"], '["w", "x"]', True),
        ("multiple", ["x"], '["w"]', False),
        ("number", {"below": 18}, "17.99", True),
        ("number", {"below": 18}, "18", False),
        ("number", {"above": 65.5}, "66", True),
        ("number", {"below": 18, "above": 65}, "40", False),
    ],
)
def test_some_answers_screen_out(kind, ends, answer, is_out):
    item = {"id": "q", "kind": kind, "screen_out": ends}

    assert screens_out([item], {"q": answer}) == is_out
    assert not screens_out([item], {})


@pytest.mark.django_db
@pytest.mark.parametrize("others", [{"q": "b"}, {"q": "?"}, {"z": "a"}])
def test_sent_twice_the_first_answers_hold_and_others_are_refused(person, others):
    person.go_to("questionnaire", 0, page="questionnaire")
    first = person.fill_in(q="a")

    assert person.fill_in(q="a") == first
    with pytest.raises(AnsweredError):
        person.fill_in(**others)
    assert person.session.questionnaire_answers.get().value == "a"


def test_strangers_cannot_try_out_what_somebody_answered(db):
    questions = Questionnaire.objects.create(name="before", items=BEFORE)
    study = make_study(questions_before=questions)
    person, stranger = (going_on(study, come(study, **who)) for who in (OWN, OTHER))
    first = person.fill_in(phase="questions_before", q="a")

    assert person.fill_in(phase="questions_before", q="a") == first
    for answer in ("a", "b"):
        with pytest.raises(AnsweredError):
            stranger.fill_in(phase="questions_before", q=answer)


def test_questions_before_come_first_and_lead_to_the_instructions(newcomer):
    first = newcomer.look()
    asked = [question.id for question in first.questionnaire]

    state = newcomer.fill_in(phase="questions_before", q="a", age="30")
    again = newcomer.fill_in(phase="questions_before", q="a", age="30.0")

    assert (first.page, asked) == ("questions_before", ["q", "age"])
    assert (state.page, again) == ("instructions", state)
    kept = newcomer.session.questionnaire_answers.values_list("phase", "item", "value")
    assert set(kept) == {
        ("questions_before", "q", "a"),
        ("questions_before", "age", "30"),
    }
    newcomer.finish()
    assert newcomer.session.questionnaire_answers.count() == 3


def test_questions_are_answered_where_they_are_asked(newcomer):
    with pytest.raises(WrongPageError):
        newcomer.fill_in(q="a")
    with pytest.raises(WrongPageError):
        newcomer.go_on()
    withdraw_session(token=newcomer.token, keep_answers=True, now=newcomer.now)
    with pytest.raises(FinishedError):
        newcomer.fill_in(phase="questions_before", q="a")


def test_of_who_is_screened_out_only_that_is_kept(newcomer):
    store_device(newcomer.session, classify_device(user_agent=""))
    store_events(token=newcomer.token, events=[Event("blur")], now=newcomer.now)

    out = newcomer.fill_in(phase="questions_before", q="b", age="31.77")
    again = newcomer.fill_in(phase="questions_before", q="a")

    session = newcomer.session
    assert (out.page, again) == ("screened_out", out)
    assert session.codes.get().code == out.completion_code
    assert not session.questionnaire_answers.exists()
    assert not SessionDevice.objects.exists()
    assert not session.events.exists()
    assert not session.concepts.exists()
    assert not any("31.77" in entry.payload for entry in LogEntry.objects.all())
    assert session.log.filter(kind=LogKind.SCREENED_OUT).exists()


@pytest.mark.parametrize("answer", ["a", "b"])
def test_without_proof_no_answer_tells_which_one_screens_out(newcomer, answer):
    study = newcomer.study
    Person(study, name="A1")
    stranger = Person(study, name="A1", assignment="AS2")

    with pytest.raises(UnprovenError):
        stranger.fill_in(phase="questions_before", q=answer)

    assert stranger.session.phase == "questions_before"


def test_who_is_screened_out_takes_nobodys_place(newcomer):
    newcomer.fill_in(phase="questions_before", q="b")

    assert newcomer.session.returned_place is None
    assert set(Place.objects.values_list("state", flat=True)) == {"open"}
