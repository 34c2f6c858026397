"""The questions at the end, as a form."""

import pytest

from studies.models import Questionnaire
from tests.studies.factories import QUESTIONS, Person, make_study
from tests.studies.views.visiting import url

pytestmark = pytest.mark.django_db


def test_missing_answers_are_named_and_the_others_kept(client, person):
    person.go_to("questionnaire", 0, page="questionnaire")

    response = client.post(url("questionnaire", person), {"q-q": ""})
    page = response.content.decode()

    assert response.status_code == 400
    assert "Please look at these questions again" in page
    assert person.session.phase == "questionnaire"
    assert client.post(url("questionnaire", person), {"q-q": "a"}).status_code == 303
    assert person.session.phase == "completed"


@pytest.mark.parametrize(
    ("given", "faulty"),
    [
        ({"q-q": "a", "q-t": "x" * 5001}, ["t"]),
        ({"q-q": "c", "q-t": "fine"}, ["q"]),
        ({"q-t": "fine"}, ["q"]),
    ],
)
def test_the_questions_in_trouble_are_marked_and_no_others(client, given, faulty):
    text = {"id": "t", "kind": "text", "label": "Say", "required": False}
    items = Questionnaire.objects.create(name="T", items=[*QUESTIONS, text])
    person = Person(make_study(questionnaire=items))
    person.go_to("questionnaire", 0, page="questionnaire")

    page = client.post(url("questionnaire", person), given).content.decode()

    marked = [name for name, at in (("q", 1), ("t", 2)) if f'id="fault-{at}"' in page]
    assert marked == faulty
    assert given["q-t"] in page


KINDS = [
    {"id": "p", "kind": "plain", "label": "**Some** questions."},
    {"id": "n", "kind": "number", "label": "Age", "min": 1, "max": 120.5},
    {"id": "m", "kind": "multiple", "label": "Which", "options": ["x", "y", "z"]},
    {"id": "l", "kind": "labelled_scale", "label": "How", "options": ["1", "2", "3"]}
    | {"low": "little", "high": "much", "required": True},
]


@pytest.fixture
def newcomer():
    before = Questionnaire.objects.create(name="before", items=KINDS)
    return Person(make_study(questions_before=before, language="en"))


def test_every_kind_of_question_is_on_the_page(client, newcomer):
    page = client.get(url("session", newcomer)).content.decode()

    assert "First, a few questions" in page
    assert "<strong>Some</strong> questions." in page
    assert "A number from 1 to 120.5." in page
    assert page.count('type="checkbox"') == 3
    assert '1<span class="visually-hidden">, little</span>' in page
    assert '3<span class="visually-hidden">, much</span>' in page


def test_what_was_given_stays_when_something_is_in_trouble(client, newcomer):
    form = {"phase": "questions_before", "q-n": "abc", "q-m": ["x", "z"]}

    page = client.post(url("questionnaire", newcomer), form)
    text = page.content.decode()

    assert page.status_code == 400
    assert 'value="abc"' in text
    assert text.count(" checked") == 2
    assert "Please write a number within these bounds" in text
    assert 'href="#q-4"' in text
    kept = {**form, "q-n": "40,5", "q-l": "2"}
    assert client.post(url("questionnaire", newcomer), kept).status_code == 303
    answers = newcomer.session.questionnaire_answers.values_list("item", "value")
    assert dict(answers) == {"n": "40.5", "m": '["x", "z"]', "l": "2"}


FULL, BRIEF = "We compare teachers.", "how people learn with flashcards"


@pytest.mark.parametrize(
    ("own", "reads_all", "said"),
    [("", False, BRIEF), ("", True, FULL), ("Not for you.", True, "Not for you.")],
)
def test_who_is_screened_out_reads_kind_words_and_not_the_whole_debriefing(
    client, own, reads_all, said
):
    items = [{**QUESTIONS[0], "screen_out": ["b"]}]
    before = Questionnaire.objects.create(name="before", items=items)
    person = Person(
        make_study(
            questions_before=before,
            debrief_text=FULL,
            left_debrief_text=own,
            leavers_read_debrief=reads_all,
            pays_screened_out=True,
            partial_pay_text="1 dollar",
        )
    )

    form = {"phase": "questions_before", "q-q": "b"}
    client.post(url("questionnaire", person), form)
    page = client.get(url("session", person)).content.decode()

    assert "Your answers to the questions were not kept." in page
    assert "For your time you get: 1 dollar." in page
    assert said in page
    assert (FULL in page) == (said == FULL)


def test_other_answers_than_the_first_lead_on_with_a_note(client, person):
    person.go_to("questionnaire", 0, page="questionnaire")
    client.post(url("questionnaire", person), {"q-q": "a"})

    same = client.post(url("questionnaire", person), {"q-q": "a"})
    other = client.post(url("questionnaire", person), {"q-q": "b"})

    assert same["Location"] == url("session", person)
    page = client.get(other["Location"]).content.decode()
    assert "Your first answers count." in page
