"""A copy of the consent to keep."""

import pytest

from studies.models import ConsentText, Study
from tests.studies.factories import Person, make_study
from tests.studies.views.visiting import url

pytestmark = pytest.mark.django_db


def test_a_copy_has_the_words_the_day_and_the_version(client):
    person = Person(make_study(consent_text="We *store* little.", minimum_age=18))
    Study.objects.update(consent_text="We store much.", consent_version="2")

    page = client.get(url("consent", person)).content.decode()

    assert "We <em>store</em> little." in page
    assert "We store much." not in page
    assert "March 1, 2026, noon UTC" in page
    assert "<dd>1</dd>" in page
    assert "at least 18" in page


@pytest.mark.parametrize("ends", [False, True])
def test_every_page_leads_to_the_copy(client, person, ends):
    if ends:
        person.finish()

    page = client.get(url("session", person)).content.decode()

    assert f'href="{url("consent", person)}"' in page


def test_words_that_were_never_kept_are_not_made_up(client, person):
    ConsentText.objects.all().delete()

    page = client.get(url("consent", person)).content.decode()

    assert "The words are no longer stored." in page
    assert "What is stored" not in page


def test_looking_at_the_copy_serves_no_card(client, person):
    person.go_to("prequiz").answer("xx")

    client.get(url("consent", person))

    assert person.card("prequiz", 2).served_at is None
