"""Who comes into the dashboard, by the one sign-in of the site."""

from uuid import UUID

import pytest

from tests.studies.factories import Person, make_study

pytestmark = pytest.mark.django_db
PAGES = [
    "/dashboard/",
    "/dashboard/decks/",
    "/dashboard/decks/import/",
    f"/dashboard/decks/import/{UUID(int=1)}/",
    "/dashboard/decks/credits/",
    "/dashboard/new-study/",
]


@pytest.mark.parametrize("url", PAGES)
def test_a_stranger_comes_to_the_sign_in_and_back(client, url):
    response = client.get(url)

    assert response.status_code == 302
    assert response["Location"] == f"/dashboard/sign-in/?next={url}"


@pytest.mark.parametrize("url", PAGES[2:4])
def test_a_stranger_sends_nothing(client, url):
    assert client.post(url)["Location"].startswith("/dashboard/sign-in/")


@pytest.mark.parametrize("url", [*PAGES[:3], PAGES[4]])
def test_a_page_stays_in_no_cache(admin_client, url):
    response = admin_client.get(url)

    assert response.status_code == 200
    assert "no-store" in response["Cache-Control"]


@pytest.mark.parametrize("url", [PAGES[0], PAGES[1], PAGES[4]])
def test_pages_to_look_at_take_no_forms(admin_client, url):
    assert admin_client.post(url).status_code == 405


@pytest.fixture
def ada(django_user_model):
    return django_user_model.objects.create_user("ada", password="a long secret")


@pytest.mark.parametrize("wanted", ["/dashboard/", "/dashboard/decks/"])
def test_the_sign_in_leads_to_where_one_wanted(client, ada, wanted):
    response = client.post(
        f"/dashboard/sign-in/?next={wanted}",
        {"username": "ada", "password": "a long secret", "next": wanted},
        REMOTE_ADDR="127.0.0.1",
    )

    assert response["Location"] == wanted


def test_who_signs_in_at_the_rows_and_may_not_see_them_sees_the_studies(client, ada):
    response = client.post(
        "/dashboard/sign-in/?next=/admin/",
        {"username": "ada", "password": "a long secret", "next": "/admin/"},
        REMOTE_ADDR="127.0.0.1",
    )

    assert response["Location"] == "/dashboard/"


def test_the_door_of_the_rows_is_that_of_the_dashboard(client):
    response = client.get("/admin/", follow=True)

    assert response.redirect_chain[-1][0] == "/dashboard/sign-in/?next=%2Fadmin%2F"


def test_who_may_not_see_the_rows_is_told_so_and_not_sent_round(client, ada):
    client.force_login(ada)

    page = client.get("/admin/", follow=True)

    assert page.redirect_chain[-1][0] == "/dashboard/"
    assert "Database rows are for administrators" in page.content.decode()


def test_signing_out_leads_to_the_front_page(admin_client):
    page = admin_client.get("/dashboard/").content.decode()
    assert 'action="/dashboard/sign-out/"' in page

    response = admin_client.post("/dashboard/sign-out/")

    assert response["Location"] == "/"
    assert admin_client.get("/dashboard/").status_code == 302


@pytest.mark.parametrize(
    ("opened", "shown"),
    [
        ("import-design/", "new-study/"),
        ("studies/study/participants/find/", "studies/study/participants/"),
        ("studies/study/monitor/close/", "studies/study/monitor/"),
        ("studies/study/monitor/places/", "studies/study/monitor/"),
        (
            "studies/study/participants/{name}/erase/",
            "studies/study/participants/{name}/",
        ),
        ("studies/study/team/members/1/role/", "studies/study/team/"),
    ],
)
def test_an_address_for_forms_leads_back_to_its_page(admin_client, opened, shown):
    name = Person(make_study(), name="A1").session.participant.pseudonym

    page = admin_client.get(f"/dashboard/{opened}".format(name=name), follow=True)

    assert page.status_code == 200
    assert page.request["PATH_INFO"] == f"/dashboard/{shown}".format(name=name)


def test_who_signs_in_at_the_rows_sees_the_studies_first(client, admin_user):
    response = client.post(
        "/dashboard/sign-in/?next=/admin/",
        {"username": "admin", "password": "password", "next": "/admin/"},
        REMOTE_ADDR="127.0.0.1",
    )

    assert response["Location"] == "/dashboard/"
