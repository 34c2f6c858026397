"""What requests pass: participants little of it, everybody else all of it."""

import pytest
from axes.models import AccessAttempt
from django.db import DataError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import Client

from config import middleware
from config.env import where_the_visitor_stands

PARTICIPANTS = ["/join/study/", "/s/unknown/", "/pictures/1", "/healthz", "/readyz"]
EVERYBODY = [
    "/",
    "/nowhere",
    "/dashboard/sign-in/",
    "/api/v1/schema/",
    "/join",
    "/sessions/",
]


@pytest.mark.parametrize("address", [*PARTICIPANTS, "/api/v1/sessions/x/"])
def test_participants_tell_nobody_where_they_were(client, study, address):
    assert client.get(address)["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize("address", EVERYBODY)
def test_browsers_name_the_origin_wherever_people_sign_in(client, db, address):
    assert client.get(address)["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize("name", ["Session", "Authentication", "Message"])
def test_participants_do_not_pass_what_is_for_those_who_sign_in(
    client, study, monkeypatch, name
):
    def fail(*_):
        raise AssertionError(f"{name} ran")

    monkeypatch.setattr(
        getattr(middleware, f"{name}Middleware"), "process_request", fail
    )

    assert client.get("/join/study/").status_code == 200
    with pytest.raises(AssertionError, match=name):
        client.get("/admin/")


def test_forms_need_their_token_except_participants(study):
    strict = Client(enforce_csrf_checks=True)

    assert strict.post("/").status_code == 403
    assert strict.post("/dashboard/sign-in/", {"username": "x"}).status_code == 403
    assert strict.post("/join/study/", {"consent": "yes"}).status_code == 303


def test_the_api_and_the_front_page_have_one_policy(client, study):
    policies = [
        client.get(address)["Content-Security-Policy"]
        for address in ("/", "/api/v1/sessions/unknown/", "/healthz")
    ]

    parts = [set(policy.split("; ")) for policy in policies]
    assert parts[0] == parts[1] == parts[2]
    assert "frame-ancestors 'none'" in parts[0]


FORWARDED = ("HTTP_X_FORWARDED_PROTO", "https")


@pytest.mark.parametrize(
    ("believed", "headers", "status"),
    [
        (None, {}, 503),
        (None, {"X-Forwarded-Proto": "https"}, 503),
        (None, {"X-Forwarded-Proto": "http"}, 503),
        (FORWARDED, {}, 503),
        (FORWARDED, {"X-Forwarded-Proto": "http"}, 301),
        (FORWARDED, {"X-Forwarded-Proto": "https"}, 404),
    ],
)
def test_a_redirect_that_would_never_end_is_a_page_that_says_what_to_do(
    client, settings, believed, headers, status
):
    settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_PROXY_SSL_HEADER = believed

    response = client.get("/nowhere", headers=headers)

    assert response.status_code == status
    assert (b"BEHIND_TLS_PROXY=true" in response.content) == (status == 503)


def test_the_api_says_in_json_that_it_needs_https(client, settings):
    settings.SECURE_SSL_REDIRECT = True

    response = client.post("/api/v1/sessions/")

    assert (response.status_code, response.json()["code"]) == (503, "insecure")
    assert "BEHIND_TLS_PROXY=true" in response.json()["message"]


@pytest.mark.parametrize(
    ("believed", "secure", "status"),
    [(FORWARDED, False, 200), (None, True, 200), (None, False, 503)],
)
def test_whoever_is_answered_over_https_alone_needs_a_way_to_it_to_be_ready(
    client, db, settings, believed, secure, status
):
    settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_PROXY_SSL_HEADER = believed

    ready = client.get("/readyz", secure=secure)

    assert ready.status_code == status
    assert ("BEHIND_TLS_PROXY is not set" in ready.json()["status"]) == (status == 503)
    assert client.get("/healthz", secure=secure).status_code == 200


@pytest.mark.parametrize(
    "address",
    [
        "/?x=%00",
        "/join/study/?workerId=%00",
        "/admin/studies/response/?rule=%00",
        "/admin/studies/study/?slug__in=a%00",
        "/admin/auth/user/?username=%00",
        "/api/v1/schema/?version=%00",
    ],
)
def test_nobody_looks_for_nul(admin_client, address):
    assert admin_client.get(address).status_code == 400


def test_a_made_up_cookie_is_no_fault_of_the_server(client, db):
    client.cookies.load({"sessionid": "\0" * 32})

    assert client.get("/dashboard/").status_code in {302, 400}


@pytest.mark.parametrize("address", ["/", "/s/unknown/", "/api/v1/sessions/unknown/"])
def test_what_no_column_holds_is_the_senders_fault(client, monkeypatch, address):
    def fail(self):
        raise DataError("value too long")

    monkeypatch.setattr(BaseDatabaseWrapper, "ensure_connection", fail)

    assert client.get(address).status_code == 400


class BreaksOff:
    """A body of which no more comes, as gunicorn tells it after a while."""

    def read(self, size=-1):
        raise BlockingIOError(11, "Resource temporarily unavailable")

    readline = read


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/join/study/", 400),
        ("/s/unknown/answer/", 400),
        ("/api/v1/sessions/", 400),
        # Without its body a form is one without its token.
        ("/dashboard/sign-in/", 403),
    ],
)
def test_a_request_that_breaks_off_is_no_fault_of_the_server(study, address, status):
    kind = "json" if "api" in address else "x-www-form-urlencoded"
    headers = {"CONTENT_TYPE": f"application/{kind}", "CONTENT_LENGTH": "9"}
    strict = Client(enforce_csrf_checks=True)

    response = strict.post(address, **headers, **{"wsgi.input": BreaksOff()})

    assert response.status_code == status


@pytest.mark.parametrize(
    ("n_proxies", "forwarded", "address"),
    [
        (0, "", "127.0.0.1"),
        (0, "192.0.2.9", "127.0.0.1"),
        (1, "192.0.2.9", "192.0.2.9"),
        (1, "198.51.100.1, 192.0.2.9", "192.0.2.9"),
        (2, "198.51.100.1, 192.0.2.9, 10.0.0.2", "192.0.2.9"),
        (1, "", "127.0.0.1"),
    ],
)
def test_wrong_passwords_are_counted_by_address(
    client, db, settings, n_proxies, forwarded, address
):
    count, headers = where_the_visitor_stands(n_proxies)
    settings.AXES_IPWARE_PROXY_COUNT = count
    settings.AXES_IPWARE_META_PRECEDENCE_ORDER = headers
    sent = {"X-Forwarded-For": forwarded} if forwarded else {}

    client.post("/dashboard/sign-in/", {"username": "x", "password": "y"}, headers=sent)

    assert AccessAttempt.objects.get().ip_address == address
