"""Wrong passwords lock out whoever sends them, and nobody else."""

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from axes.models import AccessAttempt, AccessLog
from django.contrib.auth.hashers import MD5PasswordHasher

from config.env import where_the_visitor_stands
from config.sign_in import when_forgiven
from tests.studies.factories import Person, make_study

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql_is_enough]
STRANGER, AT_HOME, PROXY = "198.51.100.1", "192.0.2.9", "10.0.0.2"
PASSWORD = "long-enough-secret"
# A token of forms is another each time.
MASKED = r'name="csrfmiddlewaretoken" value="\w+"'


@pytest.fixture
def ada(django_user_model):
    return django_user_model.objects.create_superuser("ada", password=PASSWORD)


@pytest.fixture
def person():
    return Person(make_study())


@pytest.fixture
def door(client, settings):
    return Door(client, settings)


class Door:
    """The sign-in page of a server behind so many proxies."""

    def __init__(self, client, settings):
        self.client = client
        self.settings = settings
        self.n_proxies = 0

    def stand_behind(self, n_proxies):
        self.n_proxies = n_proxies
        count, headers = where_the_visitor_stands(n_proxies)
        self.settings.AXES_IPWARE_PROXY_COUNT = count
        self.settings.AXES_IPWARE_META_PRECEDENCE_ORDER = headers
        return self

    def knock(self, *args, **options):
        """The status of an attempt from an address; 302 lets somebody in."""
        return self.ask(*args, **options).status_code

    def ask(self, address, name, password, *, forged="", **headers):
        came_by = PROXY if self.n_proxies else address
        path = [part for part in (forged, address) if part]
        path = path if self.n_proxies else path[:-1]
        sent = {"X-Forwarded-For": ", ".join(path)} if path else {}
        return self.client.post(
            "/dashboard/sign-in/?next=/dashboard/",
            {"username": name, "password": password},
            headers={**sent, **headers},
            REMOTE_ADDR=came_by,
        )

    def guess(self, address, *, names, forged=None):
        forged = forged or [""] * len(names)
        return [
            self.knock(address, name, "wrong", forged=other)
            for name, other in zip(names, forged, strict=True)
        ]


@pytest.mark.parametrize("n_proxies", [0, 1])
def test_the_tenth_wrong_password_locks_the_name_for_its_address(door, ada, n_proxies):
    door.stand_behind(n_proxies)

    statuses = door.guess(STRANGER, names=["ada"] * 10)

    assert statuses == [200] * 9 + [429]
    assert door.knock(STRANGER, "ada", PASSWORD) == 429


@pytest.mark.parametrize("n_proxies", [0, 1])
def test_a_stranger_does_not_lock_the_researcher_out(door, ada, n_proxies):
    door.stand_behind(n_proxies).guess(STRANGER, names=["ada"] * 12)

    assert door.knock(AT_HOME, "ada", PASSWORD) == 302


@pytest.mark.parametrize("n_proxies", [0, 1])
def test_thirty_names_lock_their_address(door, ada, n_proxies):
    names = [f"name-{number}" for number in range(30)]

    statuses = door.stand_behind(n_proxies).guess(STRANGER, names=names)

    assert statuses == [200] * 29 + [429]
    assert door.knock(STRANGER, "ada", PASSWORD) == 429
    assert door.knock(AT_HOME, "ada", PASSWORD) == 302


@pytest.mark.parametrize("n_proxies", [0, 1])
def test_a_forged_header_hides_nobody(door, ada, n_proxies):
    forged = [f"203.0.113.{number}" for number in range(10)]

    statuses = door.stand_behind(n_proxies).guess(
        STRANGER, names=["ada"] * 10, forged=forged
    )

    assert statuses[-1] == 429


@pytest.mark.parametrize("n_proxies", [0, 1])
def test_the_addresses_of_one_network_are_counted_together(door, ada, n_proxies):
    door.stand_behind(n_proxies)

    statuses = [
        door.knock(f"2001:db8:2:2::{number:x}", "ada", "wrong")
        for number in range(1, 15)
    ]

    assert statuses == [200] * 9 + [429] * 5
    assert door.knock("2001:db8:2:3::1", "ada", PASSWORD) == 302


def test_an_unknown_name_is_refused_as_a_wrong_password_is(door, ada, monkeypatch):
    hashed, encode = [], MD5PasswordHasher.encode
    spy = lambda *said: hashed.append(said[1]) or encode(*said)  # noqa: E731
    monkeypatch.setattr(MD5PasswordHasher, "encode", spy)

    pages = [door.ask(STRANGER, name, "wrong") for name in ("ada", "eve")]

    # Hashing is what takes time.
    assert hashed == ["wrong", "wrong"]
    assert [page.status_code for page in pages] == [200, 200]
    known, unknown = (re.sub(MASKED, "", page.content.decode()) for page in pages)
    assert known.replace("ada", "eve") == unknown


def test_with_a_new_secret_key_and_the_old_one_everybody_stays_in(
    client, ada, settings
):
    client.force_login(ada)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another-one"

    assert client.get("/dashboard/account/").status_code == 200


def test_a_lost_secret_key_loses_nothing(client, door, ada, person, settings):
    client.force_login(ada)
    settings.SECRET_KEY = "another-one"

    assert client.get("/dashboard/account/").status_code == 302
    assert door.knock(AT_HOME, "ada", PASSWORD) == 302
    assert client.get(f"/s/{person.token}/").status_code == 200


def test_whoever_comes_without_an_address_is_counted_too(door, ada):
    assert door.guess("", names=["ada"] * 10)[-1] == 429


def test_a_colleague_at_the_same_address_still_comes_in(door, ada):
    door.guess(STRANGER, names=["bob"] * 12)

    assert door.knock(STRANGER, "ada", PASSWORD) == 302


def test_whoever_is_locked_out_is_not_stored_again(door, ada):
    door.guess(STRANGER, names=[f"name-{number}" for number in range(30)])

    door.guess(STRANGER, names=["one-more", "ada"])

    assert AccessAttempt.objects.count() == 30


def test_a_name_of_5000_characters_is_a_wrong_one(door):
    assert door.knock(STRANGER, "x" * 5000, "wrong") == 200
    assert not AccessAttempt.objects.exists()


NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)
A_MINUTE = timedelta(minutes=1)


def test_whoever_is_locked_out_is_told_for_how_long(door, ada):
    with time_machine.travel(NOON, tick=False):
        door.guess(STRANGER, names=["ada"] * 10)
    with time_machine.travel(NOON + 20 * A_MINUTE, tick=False):
        page = door.ask(STRANGER, "ada", PASSWORD)

    assert (page.status_code, page["Retry-After"]) == (429, "2400")
    assert "You can try again in 40 minutes." in page.content.decode()


def test_after_that_time_and_not_before_one_can_sign_in(door, ada):
    with time_machine.travel(NOON, tick=False):
        door.guess(STRANGER, names=["ada"] * 10)
        wait = timedelta(seconds=int(door.ask(STRANGER, "ada", "x")["Retry-After"]))

    statuses = []
    for time in (NOON + wait - A_MINUTE, NOON + wait + A_MINUTE):
        with time_machine.travel(time, tick=False):
            statuses.append(door.knock(STRANGER, "ada", PASSWORD))

    assert statuses == [429, 302]


def test_the_lockout_page_needs_no_static_files_and_speaks_ones_language(door, ada):
    door.guess(STRANGER, names=["ada"] * 10)

    page = door.ask(STRANGER, "ada", PASSWORD, **{"Accept-Language": "de"})

    text = page.content.decode()
    assert "Zu viele Fehlversuche" in text
    assert "in 60 Minuten" in text
    assert "/static/" not in text
    assert "style-src 'sha256-" in page["Content-Security-Policy"]


@pytest.mark.parametrize(
    ("failures", "forgiven"),
    [([(0, 10)], 0), ([(0, 5), (9, 5)], 0), ([(9, 9), (0, 4), (4, 1)], 4)],
)
def test_the_oldest_failures_are_forgiven_until_few_enough_are_left(failures, forgiven):
    told = [(NOON + minute * A_MINUTE, n) for minute, n in failures]

    assert when_forgiven(told, 10) == NOON + forgiven * A_MINUTE


def test_nobody_stores_from_where_somebody_signs_in(door, ada):
    door.knock(AT_HOME, "ada", "wrong")
    assert door.knock(AT_HOME, "ada", PASSWORD) == 302

    assert not AccessLog.objects.exists()
    ada.refresh_from_db()
    assert ada.last_login is not None
