import re

import pytest

from tests.studies.factories import Person, make_study

pytestmark = pytest.mark.django_db


def test_the_front_page_leads_researchers_to_the_dashboard(client):
    assert 'href="/dashboard/"' in client.get("/").content.decode()


def test_the_home_page_tells_how_far_each_study_is(admin_client):
    study = make_study(n_places=3)
    Person(study, name="A1").finish()
    Person(study, name="A2").go_to("prequiz")

    page = admin_client.get("/dashboard/").content.decode()

    assert "<strong>1</strong> of 6 completed, 1 inside" in page


def test_a_researcher_sees_their_own_studies_alone(client, django_user_model):
    make_study(slug="others", title="Somebody else’s")
    client.force_login(django_user_model.objects.create_user("ada"))

    page = client.get("/dashboard/").content.decode()

    assert "Somebody else’s" not in page
    assert "There is no study yet" in page


def test_every_link_of_the_home_page_opens(admin_client):
    page = admin_client.get("/dashboard/").content.decode()
    links = set(re.findall(r'<a [^>]*href="(/[^"]*)"', page))

    assert {"/dashboard/decks/", "/dashboard/decks/credits/", "/admin/"} <= links
    assert {admin_client.get(link).status_code for link in links} == {200}
