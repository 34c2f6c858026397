"""The questions at the end."""

import pytest

from studies.errors import InvalidError
from studies.services.participation.questionnaires import (
    answer_questionnaire,
    check_answers,
)

ITEMS = [
    {"id": "a", "kind": "choice", "label": "", "options": ["x", "y"], "required": True},
    {"id": "b", "kind": "scale", "label": "", "options": ["1", "2"], "required": False},
    {"id": "c", "kind": "text", "label": "", "options": [], "required": False},
]


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
    ],
)
def test_bad_answers_are_named(answers, named):
    with pytest.raises(InvalidError, match=named):
        check_answers(ITEMS, answers)


@pytest.mark.django_db
def test_sent_twice_the_first_answers_hold(person):
    person.go_to("questionnaire", 0, page="questionnaire")
    for value in ("a", "b"):
        answer_questionnaire(token=person.token, answers={"q": value}, now=person.now)

    assert person.session.questionnaire_answers.get().value == "a"
