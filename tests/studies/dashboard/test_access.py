"""Who comes into the dashboard: staff, by the one sign-in of the site."""

from uuid import UUID

import pytest

pytestmark = pytest.mark.django_db
PAGES = [
    "/dashboard/",
    "/dashboard/decks/",
    "/dashboard/decks/import/",
    f"/dashboard/decks/import/{UUID(int=1)}/",
    "/dashboard/decks/credits/",
]


@pytest.mark.parametrize("url", PAGES)
def test_a_stranger_comes_to_the_sign_in_and_back(client, url):
    response = client.get(url)

    assert response.status_code == 302
    assert response["Location"] == f"/admin/login/?next={url}"


@pytest.mark.parametrize("url", PAGES)
def test_an_account_alone_is_not_enough(client, django_user_model, url):
    client.force_login(django_user_model.objects.create_user("bob"))

    assert client.get(url)["Location"].startswith("/admin/login/")


@pytest.mark.parametrize("url", PAGES[2:4])
def test_a_stranger_sends_nothing(client, url):
    assert client.post(url)["Location"].startswith("/admin/login/")


@pytest.mark.parametrize("url", [*PAGES[:3], PAGES[4]])
def test_a_page_stays_in_no_cache(admin_client, url):
    response = admin_client.get(url)

    assert response.status_code == 200
    assert "no-store" in response["Cache-Control"]


@pytest.mark.parametrize("url", [PAGES[0], PAGES[1], PAGES[4]])
def test_pages_to_look_at_take_no_forms(admin_client, url):
    assert admin_client.post(url).status_code == 405


def test_the_sign_in_leads_to_the_dashboard(client, django_user_model):
    django_user_model.objects.create_superuser("ada", password="a long secret")

    response = client.post(
        "/admin/login/?next=/dashboard/",
        {"username": "ada", "password": "a long secret"},
        REMOTE_ADDR="127.0.0.1",
    )

    assert response["Location"] == "/dashboard/"


def test_signing_out_leads_to_the_front_page(admin_client):
    page = admin_client.get("/dashboard/").content.decode()
    assert 'action="/admin/logout/"' in page

    response = admin_client.post("/admin/logout/", {"next": "/"})

    assert response["Location"] == "/"
    assert admin_client.get("/dashboard/").status_code == 302
