"""Error pages stand alone, and readiness notices when the others cannot."""

import re
from base64 import b64encode
from hashlib import sha256

import pytest
from django.db import InterfaceError, InternalError, OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import Client

from studies.models import Study
from studies.views import home


@pytest.fixture
def no_static_files(settings, tmp_path):
    """As in an image whose static files were never collected."""
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "config.storage.ModuleStorage"},
    }


@pytest.fixture
def forgiving(client):
    """A client that shows the page of a fault instead of the fault."""
    client.raise_request_exception = False
    return client


# Without the `db` fixture, every access to the database is an error.
@pytest.mark.usefixtures("no_static_files")
def test_a_missing_address_needs_neither_static_files_nor_database(client):
    response = client.get("/nowhere")

    assert response.status_code == 404
    assert b"There is nothing at this address" in response.content
    assert b"/static/" not in response.content


@pytest.mark.usefixtures("no_static_files")
def test_a_malformed_request_needs_neither_static_files_nor_database(client):
    response = client.get("/", headers={"Host": "elsewhere.example"})

    assert response.status_code == 400
    assert b"That did not work" in response.content


@pytest.mark.usefixtures("no_static_files")
def test_a_fault_of_ours_is_a_page_that_needs_nothing(forgiving, monkeypatch):
    monkeypatch.setattr(home, "list_demos", lambda **_: {})

    response = forgiving.get("/")

    assert response.status_code == 500
    assert b"One moment, please" in response.content


@pytest.mark.usefixtures("no_static_files", "no_database")
@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["could not be accepted", "Nothing was saved", "load that page again"]),
        ("de", ["nicht angenommen", "nichts gespeichert", "laden Sie jene Seite neu"]),
    ],
)
def test_a_refused_form_is_told_what_to_do_on_a_page_of_ours(language, words):
    strict = Client(enforce_csrf_checks=True)

    response = strict.post(
        "/dashboard/sign-in/", {"x": "y"}, headers={"Accept-Language": language}
    )

    page = response.content.decode()
    assert (response.status_code, f'lang="{language}"' in page) == (403, True)
    assert [text for text in words if text not in page] == []
    assert "CSRF" not in page


def test_error_pages_speak_the_browsers_language(client):
    page = client.get("/nowhere", headers={"Accept-Language": "de"}).content.decode()

    assert 'lang="de"' in page
    assert "Diese Seite gibt es nicht" in page


def test_the_policy_lets_an_error_page_bring_its_own_style_alone(client):
    response = client.get("/nowhere")

    (style,) = re.findall(rb"<style>(.*?)</style>", response.content, re.DOTALL)
    digest = b64encode(sha256(style).digest()).decode()
    policy = response["Content-Security-Policy"].split("; ")
    assert f"style-src 'sha256-{digest}'" in policy
    assert {"default-src 'self'", "frame-ancestors 'none'"} <= set(policy)


@pytest.mark.usefixtures("no_static_files", "db")
def test_a_participants_problem_is_told_without_static_files(client):
    response = client.get("/s/unknown/")

    assert response.status_code == 404
    assert b"There is nothing at this address" in response.content
    assert "https://worker.mturk.com" in response["Content-Security-Policy"]
    assert "X-Frame-Options" not in response


def test_a_participants_problem_is_told_without_a_database(client, monkeypatch):
    monkeypatch.setattr(Study, "objects", FailingManager())

    response = client.get("/join/study/")

    assert response.status_code == 503
    assert b"Your answers so far are saved" in response.content
    assert response["Retry-After"] == "5"


ADDRESSES = [
    "/",
    "/pictures/2f1c8a36-6f0c-4a53-9d3c-6a0a4f1f8b11",
    "/join/study/",
    "/s/unknown/",
    "/dashboard/",
    "/admin/studies/study/",
    "/api/v1/sessions/unknown/",
]


@pytest.fixture(params=[OperationalError, InterfaceError, InternalError])
def no_database(request, monkeypatch):
    """As while PostgreSQL restarts, hangs up or only reads."""

    def fail(self):
        raise request.param("the database is away")

    monkeypatch.setattr(BaseDatabaseWrapper, "ensure_connection", fail)


@pytest.mark.usefixtures("no_database")
@pytest.mark.parametrize("address", ADDRESSES)
def test_without_its_database_every_address_says_try_again(client, address):
    client.cookies["sessionid"] = "somebody"

    response = client.get(address)

    assert response.status_code == 503
    assert response["Retry-After"] == "5"
    assert "Your answers so far are saved" in response.content.decode()


@pytest.mark.usefixtures("no_database")
def test_nobody_can_sign_in_without_a_database_and_is_told_so(client):
    name = {"username": "ada", "password": "secret"}

    assert client.post("/dashboard/sign-in/", name).status_code == 503


def test_a_session_that_cannot_be_stored_is_no_fault_of_ours(forgiving, monkeypatch):
    def fail(self, request, response):
        raise OperationalError("disk full")

    monkeypatch.setattr("config.middleware.SessionMiddleware.process_response", fail)

    response = forgiving.get("/dashboard/sign-in/")

    assert (response.status_code, response["Retry-After"]) == (503, "5")


def test_a_server_that_can_serve_is_ready(client, db):
    response = client.get("/readyz")

    assert (response.status_code, response.json()) == (200, {"status": "ok"})


@pytest.mark.usefixtures("no_static_files", "db")
def test_readiness_notices_pages_that_cannot_be_rendered(client):
    response = client.get("/readyz")

    assert response.status_code == 503
    assert response.json() == {"status": "pages cannot be rendered"}


def test_readiness_notices_a_missing_database(client, db, monkeypatch):
    monkeypatch.setattr(Study, "objects", FailingManager())

    response = client.get("/readyz")

    assert (response.status_code, response.json()) == (503, {"status": "no database"})


class FailingManager:
    """Stands for a database that is not there."""

    def __getattr__(self, name):
        raise OperationalError("connection refused")
