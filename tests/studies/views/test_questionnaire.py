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
