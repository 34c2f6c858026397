"""The practice card."""

import pytest

from studies.models import Response
from tests.studies.factories import Person, make_deck_version, make_row, make_study
from tests.studies.views.visiting import start, url

pytestmark = pytest.mark.django_db


def test_practice_leaves_no_trace(client, db):
    rows = [make_row(1, "Haus"), make_row(2, "Katze"), make_row(3, "Baum")]
    rows.append(make_row(4, "Löwe", is_practice=True))
    person = Person(make_study(deck_version=make_deck_version(rows=rows)))
    page = client.get(url("practice", person)).content.decode()
    assert "Löwe" not in page

    review = client.post(url("practice", person), {"answer-x": "Loewe"})

    assert "das Löwe" in review.content.decode()
    assert "Written without special letters" in review.content.decode()
    assert Response.objects.count() == 0
    assert person.session.phase == "instructions"


def test_practice_is_over_when_the_parts_begin(client, person):
    start(client, person)

    assert client.get(url("practice", person))["Location"] == url("session", person)
