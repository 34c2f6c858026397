import re

import pytest

from tests.studies.factories import make_deck_version

pytestmark = pytest.mark.django_db


def test_the_front_page_leads_researchers_to_the_dashboard(client):
    assert 'href="/dashboard/"' in client.get("/").content.decode()


def test_the_home_page_counts_the_decks(admin_client):
    make_deck_version(slug="one")
    make_deck_version(["Haus"], slug="two")

    assert "2 decks to teach from." in admin_client.get("/dashboard/").content.decode()


def test_every_link_of_the_home_page_opens(admin_client):
    page = admin_client.get("/dashboard/").content.decode()
    links = set(re.findall(r'<a [^>]*href="(/[^"]*)"', page))

    assert {"/dashboard/decks/", "/dashboard/decks/credits/", "/admin/"} <= links
    assert {admin_client.get(link).status_code for link in links} == {200}
