"""Wrong passwords lock out whoever sends them, and nobody else."""

import pytest
from axes.models import AccessAttempt

from config.env import where_the_visitor_stands

pytestmark = pytest.mark.django_db
STRANGER, AT_HOME, PROXY = "198.51.100.1", "192.0.2.9", "10.0.0.2"
PASSWORD = "long-enough-secret"


@pytest.fixture(autouse=True)
def _quick_passwords(settings):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def ada(django_user_model):
    return django_user_model.objects.create_superuser("ada", password=PASSWORD)


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

    def knock(self, address, name, password, *, forged=""):
        """The status of an attempt from ``address``; 302 lets somebody in."""
        came_by = PROXY if self.n_proxies else address
        path = [part for part in (forged, address) if part]
        path = path if self.n_proxies else path[:-1]
        sent = {"X-Forwarded-For": ", ".join(path)} if path else {}
        done = self.client.post(
            "/admin/login/?next=/dashboard/",
            {"username": name, "password": password},
            headers=sent,
            REMOTE_ADDR=came_by,
        )
        return done.status_code

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
