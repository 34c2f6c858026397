"""Settings: production refuses what is only good enough for one's own machine."""

import json
import os

import environ
import pytest
from django.core.exceptions import ImproperlyConfigured

from config.bootstrap import create_env_file
from config.env import (
    check_environment_name,
    check_mail,
    check_production,
    check_site_url,
    check_stand_in,
    check_tls_address,
    find_database,
    with_options,
    with_time_limit,
)
from config.variables import read_secret
from tests.databases import copy_migrated, static_files
from tests.starting import NOBODYS, Starter

KEY = "g7Qx2-vN8kLw4TzR0bYp6HsJ9mCd3FaUe5iXo1KtWqZrPnVyBh"
PRODUCTION = {
    "SECRET_KEY": KEY,
    "ALLOWED_HOSTS": "example.org",
    "DATABASE_URL": "sqlite://",
}
CHECK = ("manage.py", "check", "--deploy", "--fail-level", "WARNING")
GOOD = {
    "secret_key": KEY,
    "debug": False,
    "allowed_hosts": ["example.org"],
    "admin_password": "",
}


@pytest.mark.parametrize("host", ["example.org", ".example.org", "localhost"])
def test_a_proper_configuration_passes(host):
    check_production(**{**GOOD, "allowed_hosts": [host]})


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"secret_key": ""}, "SECRET_KEY"),
        ({"secret_key": "short"}, "SECRET_KEY"),
        ({"secret_key": "a" * 60}, "SECRET_KEY"),
        ({"secret_key": "abcdefghij" * 6}, "SECRET_KEY"),
        ({"secret_key": "django-insecure-" + KEY}, "SECRET_KEY"),
        ({"identity_key": "short"}, "IDENTITY_KEY"),
        ({"debug": True}, "DEBUG"),
        ({"allowed_hosts": []}, "ALLOWED_HOSTS"),
        ({"allowed_hosts": ["*"]}, "ALLOWED_HOSTS"),
        ({"allowed_hosts": [".com"]}, "ALLOWED_HOSTS"),
        ({"allowed_hosts": ["study.example.org", ".co.uk"]}, "ALLOWED_HOSTS"),
        ({"admin_password": "admin"}, "ADMIN_PASSWORD"),
        ({"admin_password": "password1234"}, "ADMIN_PASSWORD.*common"),
        (
            {"admin_password": "lovelace-2026", "admin_username": "lovelace"},
            "ADMIN_PASSWORD.*like the name",
        ),
    ],
)
def test_production_refuses_weak_settings(change, named):
    with pytest.raises(ImproperlyConfigured, match=named):
        check_production(**{**GOOD, **change})


def test_mail_needs_a_sender():
    check_mail(host="", sender="")
    check_mail(host="smtp.example.org", sender="Studies <studies@example.org>")

    with pytest.raises(ImproperlyConfigured, match="EMAIL_FROM"):
        check_mail(host="smtp.example.org", sender="")


def test_links_begin_with_a_whole_address():
    assert check_site_url("https://study.example.org/") == "https://study.example.org"
    assert check_site_url("") == ""

    with pytest.raises(ImproperlyConfigured, match="SITE_URL"):
        check_site_url("study.example.org")


@pytest.mark.parametrize("address", ["proxy", ":443", "proxy:https"])
def test_where_the_certificate_is_read_has_a_host_and_a_port(address):
    assert check_tls_address("proxy:443") == "proxy:443"
    with pytest.raises(ImproperlyConfigured, match="TLS_ADDRESS must be host:port"):
        check_tls_address(address)


@pytest.mark.parametrize(
    ("variables", "told"),
    [({}, "587 True False"), ({"EMAIL_PORT": "465"}, "465 False True"),
     ({"EMAIL_USE_TLS": "false"}, "587 False False")],
)  # fmt: skip
def test_mail_is_encrypted_as_its_port_wants_it(call, variables, told):
    asked = (
        "from django.conf import settings as s; "
        "print(s.EMAIL_PORT, s.EMAIL_USE_TLS, s.EMAIL_USE_SSL)"
    )
    local = {"FORGETMENOT_ENV": "local", "SECRET_KEY": KEY}

    done = call("-c", asked, **local, **variables)

    assert done.stdout.strip() == told, done.stderr


def test_an_unknown_environment_is_refused():
    with pytest.raises(ImproperlyConfigured):
        check_environment_name("staging")


def test_sqlite_waits_for_its_lock_and_syncs():
    options = with_options({"ENGINE": "django.db.backends.sqlite3"})["OPTIONS"]

    assert options["transaction_mode"] == "IMMEDIATE"
    assert options["timeout"] == 20
    assert "journal_mode=WAL" in options["init_command"]
    assert "synchronous=FULL" in options["init_command"]
    assert "cache_size=-256" in options["init_command"]


def test_postgresql_keeps_its_connections():
    database = with_options({"ENGINE": "django.db.backends.postgresql"})

    assert (database["CONN_MAX_AGE"], database["CONN_HEALTH_CHECKS"]) == (600, True)


def test_postgresql_takes_the_options_of_its_address(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgres://ada@db/words?sslmode=require")

    database = with_options(find_database(environ.FileAwareEnv(), default="sqlite://"))

    assert database["ENGINE"] == "config.postgresql"
    assert database["OPTIONS"] == {"connect_timeout": 30, "sslmode": "require"}


def test_requests_have_a_time_limit_that_an_address_can_change(monkeypatch):
    own = "-c%20statement_timeout%3D30s"
    monkeypatch.setenv("DATABASE_URL", f"postgres://ada@db/words?options={own}")
    database = with_options(find_database(environ.FileAwareEnv(), default="sqlite://"))

    limited = with_time_limit(database, seconds=10, n_threads=4)

    # Of two that are set, the last one holds.
    assert limited["OPTIONS"]["options"] == (
        "-c statement_timeout=10s -c lock_timeout=5000ms -c statement_timeout=30s"
    )
    assert (limited["PATIENCE_SECONDS"], limited["N_THREADS"]) == (12, 4)
    assert "PATIENCE_SECONDS" not in database


def test_sqlite_knows_no_time_limit():
    database = with_options({"ENGINE": "django.db.backends.sqlite3"})

    assert with_time_limit(database, seconds=10, n_threads=4) == database


@pytest.mark.parametrize("password", ["p@ss/w:rd#%", "$ecret", "ä 'quoted'", "%40"])
def test_a_database_password_may_be_anything(monkeypatch, password):
    monkeypatch.delenv("DATABASE_URL")
    monkeypatch.setenv("POSTGRES_HOST", "db")
    monkeypatch.setenv("POSTGRES_PASSWORD", password)

    database = find_database(environ.FileAwareEnv(), default="sqlite://")

    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert (database["HOST"], database["NAME"]) == ("db", "forgetmenot")
    assert database["PASSWORD"] == password


def test_the_address_of_a_database_comes_before_its_parts(monkeypatch):
    address = "postgres://ada:p%40ss%2Fw%3Ard%23%25@db:5433/words"
    monkeypatch.setenv("POSTGRES_HOST", "elsewhere")
    monkeypatch.setenv("DATABASE_URL", address)

    database = find_database(environ.FileAwareEnv(), default="sqlite://")

    assert (database["USER"], database["NAME"], database["PORT"]) == (
        "ada",
        "words",
        5433,
    )
    assert database["PASSWORD"] == "p@ss/w:rd#%"


def test_a_secret_may_come_from_a_file(monkeypatch, tmp_path):
    (tmp_path / "secret").write_text("$ecret\n")
    monkeypatch.setenv("ADMIN_PASSWORD_FILE", str(tmp_path / "secret"))

    assert read_secret(environ.FileAwareEnv().ENVIRON, "ADMIN_PASSWORD") == "$ecret"


@pytest.fixture(scope="module")
def call():
    """Starts a process of Python in an environment of some variables alone."""
    told = {"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "config.settings"}
    with Starter({**os.environ}, NOBODYS) as starter:
        yield lambda *command, **variables: starter.call(
            [*command], {**told, **variables}
        )


def test_production_is_the_default_and_does_not_start_without_a_key(call):
    done = call("manage.py", "check")

    assert done.returncode != 0
    assert "SECRET_KEY" in done.stderr


def test_even_a_server_in_production_offers_tasks_for_play_money_at_first(call):
    code = "from django.conf import settings; print(settings.MTURK_ENVIRONMENT)"

    done = call("-c", code, **PRODUCTION)

    assert done.stdout.strip() == "sandbox", done.stderr


@pytest.mark.parametrize(
    ("checked", "preload"), [([], ""), (["--tag", "security"], "true")]
)
def test_a_deployment_check_finds_nothing_to_say(call, checked, preload):
    done = call(*CHECK, *checked, **PRODUCTION, HSTS_PRELOAD=preload)

    assert done.returncode == 0, done.stderr


def test_nobody_is_preloaded_for_less_than_a_year(call):
    done = call(*CHECK, **PRODUCTION, HSTS_PRELOAD="true", HSTS_SECONDS="3600")

    assert done.returncode == 1
    assert done.stderr == (
        "HSTS_PRELOAD needs an HSTS_SECONDS of 31536000 or more, got 3600.\n"
    )


def test_the_secrets_of_a_machine_are_made_once(tmp_path):
    path = tmp_path / ".env"

    assert create_env_file(path)
    text = path.read_text()
    assert not create_env_file(path)

    assert path.read_text() == text
    assert path.stat().st_mode & 0o077 == 0
    assert "\nMTURK_ENDPOINT=http://localhost:8090\n" in text
    assert "\nPROLIFIC_ENDPOINT=http://127.0.0.1:8091\n" in text


def test_settings_of_a_machine_that_were_made_before_stay_as_they_are(tmp_path):
    path = tmp_path / ".env"
    path.write_text("SECRET_KEY=old\n")

    assert not create_env_file(path)

    assert path.read_text() == "SECRET_KEY=old\n"


@pytest.mark.parametrize("address", ["http://localhost:8090/", "http://127.0.0.1:1"])
def test_a_stand_in_is_on_the_same_machine(address):
    told = check_stand_in("X_ENDPOINT", address, is_production=False)

    assert told == address.rstrip("/")


@pytest.mark.parametrize(
    ("address", "is_production"),
    [("https://evil.example", False), ("http://localhost:8090", True)],
)
def test_no_stand_in_is_elsewhere_or_in_production(address, is_production):
    with pytest.raises(ImproperlyConfigured, match="X_ENDPOINT"):
        check_stand_in("X_ENDPOINT", address, is_production=is_production)


@pytest.mark.parametrize(
    ("chosen", "promise"),
    [
        ({"HSTS_SECONDS": "3600"}, "max-age=3600; includeSubDomains"),
        ({"HSTS_PRELOAD": "true"}, "max-age=31536000; includeSubDomains; preload"),
    ],
)
def test_a_promise_of_encryption_is_as_long_as_chosen(call, chosen, promise):
    done = call("-c", PROMISE, **PRODUCTION, **chosen)

    assert done.stdout.strip() == promise, done.stderr


# Without the site, which the next test asks.
PROMISE = """
from django.http import HttpResponse
from django.middleware.security import SecurityMiddleware
from django.test import RequestFactory
answer = SecurityMiddleware(lambda request: HttpResponse())
print(answer(RequestFactory().get("/", secure=True))["Strict-Transport-Security"])
"""


def test_every_response_in_production_has_its_headers(call, tmp_path):
    policies = {
        **dict.fromkeys(["/healthz", "/api/v1/sessions/x/"], "no-referrer"),
        **dict.fromkeys(["/api/v1/schema/", "/nothing", "/"], "same-origin"),
    }
    year = "max-age=31536000; includeSubDomains"
    copy_migrated(tmp_path / "x.sqlite3")
    site = {
        **PRODUCTION,
        "FORGETMENOT_ENV": "production",
        "ALLOWED_HOSTS": "testserver",
        "DATABASE_URL": f"sqlite:///{tmp_path}/x.sqlite3",
    }

    done = call("-c", ASK, *policies, **site, STATIC_ROOT=str(static_files(site)))

    assert done.returncode == 0, done.stderr
    answers = map(json.loads, done.stdout.splitlines())
    for headers, policy in zip(answers, policies.values(), strict=True):
        assert headers["Strict-Transport-Security"] == year
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == policy
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]


ASK = """
import json
import sys
import django
django.setup()
from django.test import Client
for address in sys.argv[1:]:
    print(json.dumps(dict(Client().get(address, secure=True).headers)))
"""
