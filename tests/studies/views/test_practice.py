"""The practice card."""

import pytest

from studies.models import Response
from tests.studies.factories import Person, make_deck_version, make_row, make_study
from tests.studies.views.visiting import start, url

pytestmark = pytest.mark.django_db


@pytest.fixture
def learner(db):
    """Somebody who may practise, and then has 20 seconds for each card."""
    rows = [make_row(1, "Haus"), make_row(2, "Katze"), make_row(3, "Baum")]
    rows.append(make_row(4, "Löwe", is_practice=True))
    version = make_deck_version(rows=rows)
    return Person(make_study(deck_version=version, learning_seconds=20))


def test_practice_leaves_no_trace(client, learner):
    person = learner
    page = client.get(url("practice", person)).content.decode()
    assert "Löwe" not in page

    review = client.post(url("practice", person), {"answer-x": "Loewe"})

    assert "das Löwe" in review.content.decode()
    assert "Written without special letters" in review.content.decode()
    assert Response.objects.count() == 0
    assert person.session.phase == "instructions"


def test_practice_has_the_time_of_the_cards_that_are_taught(client, learner):
    page = client.get(url("practice", learner)).content.decode()

    assert 'data-seconds="20.000" data-limit="20.000"' in page
    assert "data-timebar-fill" in page


@pytest.mark.parametrize(
    ("typed", "told"), [("", "Time ran out"), ("Loewe", "we took what you had typed")]
)
def test_practice_ends_when_its_time_is_over(client, learner, typed, told):
    form = {"answer-x": typed, "auto": "1"}

    review = client.post(url("practice", learner), form).content.decode()

    assert told in review
    assert "data-timebar-fill" not in review


def test_practice_is_over_when_the_parts_begin(client, person):
    start(client, person)

    assert client.get(url("practice", person))["Location"] == url("session", person)
