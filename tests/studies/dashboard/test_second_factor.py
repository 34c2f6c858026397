"""Signing in with a code beside the password, and how long that lasts."""

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.contrib.admin.models import LogEntry
from django.test import Client

from studies.models import RecoveryCode, SecondFactor
from studies.services.team.api_tokens import make_api_token
from studies.services.team.totp import code_at

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)
PASSWORD = "battery apple window"
ACCOUNT = "/dashboard/account/"
FACTOR, CODE = f"{ACCOUNT}second-factor/", "/dashboard/sign-in/code/"
STEP = timedelta(seconds=30)


@pytest.fixture
def clock():
    with time_machine.travel(NOON, tick=False) as clock:
        yield clock


@pytest.fixture
def ada(django_user_model, clock):
    return django_user_model.objects.create_superuser(
        "ada", "ada@example.org", PASSWORD
    )


@pytest.fixture
def browser(ada):
    return Browser(Client(), ada)


class Browser:
    """Somebody at a browser who has a phone."""

    def __init__(self, client, user):
        self.client = client
        self.user = user
        self.secret = ""

    def send(self, address, **form):
        return self.client.post(address, form, REMOTE_ADDR="127.0.0.1")

    def give_password(self, wanted=""):
        address = f"/dashboard/sign-in/?next={wanted}"
        return self.send(address, username="ada", password=PASSWORD)

    def code(self):
        return code_at(self.secret, int(datetime.now(UTC).timestamp()) // 30)

    def is_in(self):
        return self.client.get(ACCOUNT).status_code == 200

    def set_up(self):
        """Switch the second factor on; returns the recovery codes."""
        self.client.force_login(self.user)
        page = self.client.get(FACTOR).content.decode()
        (shown,) = re.findall(r'<code id="secret">([A-Z2-7 ]+)</code>', page)
        self.secret = shown.replace(" ", "")
        done = self.send(FACTOR, code=self.code(), password=PASSWORD)
        return re.findall(r"\w{4}-\w{4}-\w{4}-\w{4}", done.content.decode())

    def elsewhere(self):
        other = Browser(Client(), self.user)
        other.secret = self.secret
        return other


def test_who_has_none_signs_in_by_the_password_alone(browser):
    assert browser.give_password()["Location"] == "/dashboard/"
    assert browser.is_in()


@pytest.mark.parametrize("wanted", ["/dashboard/decks/", "/admin/studies/study/"])
def test_after_the_password_a_code_is_asked_for(browser, clock, wanted):
    browser.set_up()
    clock.shift(STEP)
    visitor = browser.elsewhere()

    assert visitor.give_password(wanted)["Location"] == CODE
    assert not visitor.is_in()
    assert visitor.client.get("/admin/").status_code == 302
    assert visitor.send(CODE, code=visitor.code())["Location"] == wanted
    assert visitor.is_in()


def test_without_a_password_no_code_is_asked_for(browser):
    browser.set_up()
    visitor = browser.elsewhere()

    assert visitor.client.get(CODE)["Location"] == "/dashboard/sign-in/"
    assert visitor.send(CODE, code=visitor.code())["Location"] == "/dashboard/sign-in/"


def test_a_code_lets_in_once(browser, clock):
    browser.set_up()
    used_by_setting_up = browser.code()
    visitor, other = browser.elsewhere(), browser.elsewhere()
    for somebody in (visitor, other):
        somebody.give_password()

    assert visitor.send(CODE, code=used_by_setting_up).status_code == 400
    clock.shift(STEP)
    assert visitor.send(CODE, code=visitor.code()).status_code == 302
    assert other.send(CODE, code=visitor.code()).status_code == 400


@pytest.mark.parametrize(
    ("shift", "status"), [(-60, 400), (-30, 302), (30, 302), (60, 400)]
)
def test_clocks_may_differ_by_half_a_minute(browser, clock, shift, status):
    browser.set_up()
    clock.shift(timedelta(minutes=5))
    visitor = browser.elsewhere()
    visitor.give_password()
    early = NOON + timedelta(minutes=5, seconds=shift)

    code = code_at(browser.secret, int(early.timestamp()) // 30)

    assert visitor.send(CODE, code=code).status_code == status


def test_a_recovery_code_lets_in_once_however_it_is_typed(browser):
    codes = browser.set_up()
    assert len(set(codes)) == 10
    stored = str([*RecoveryCode.objects.values_list("digest", flat=True)])
    assert not any(code.replace("-", "") in stored for code in codes)

    statuses = []
    for typed in (codes[0].lower().replace("-", " "), codes[0], codes[1]):
        visitor = browser.elsewhere()
        visitor.give_password()
        statuses.append(visitor.send(CODE, code=typed).status_code)

    assert statuses == [302, 400, 302]
    assert "8 recovery codes are left" in visitor.client.get(ACCOUNT).content.decode()


def test_new_recovery_codes_end_the_old_ones(browser, clock):
    (old, *_) = browser.set_up()
    clock.shift(STEP)

    page = browser.send(f"{FACTOR}codes/", code=browser.code()).content.decode()

    assert len(re.findall(r"\w{4}-\w{4}-\w{4}-\w{4}", page)) == 10
    assert old not in page
    visitor = browser.elsewhere()
    visitor.give_password()
    assert visitor.send(CODE, code=old).status_code == 400


def test_the_tenth_wrong_code_locks_out_as_a_wrong_password_does(browser, clock):
    browser.set_up()
    clock.shift(STEP)
    visitor = browser.elsewhere()
    visitor.give_password()

    wrong = ["", "x", "\N{FULLWIDTH DIGIT TWO}87082", "a\0b", *["000000"] * 8]
    statuses = [visitor.send(CODE, code=code).status_code for code in wrong]

    # What cannot be a code is not even tried.
    assert statuses == [400] * 11 + [429]
    assert visitor.send(CODE, code=visitor.code()).status_code == 429
    assert visitor.give_password().status_code == 429


def test_a_stolen_session_does_not_try_codes_without_end(browser, clock):
    browser.set_up()
    clock.shift(STEP)

    statuses = [browser.send(f"{FACTOR}off/", code="x").status_code for _ in range(10)]

    assert statuses[-1] == 429
    assert browser.send(f"{FACTOR}off/", code=browser.code()).status_code == 429
    assert SecondFactor.objects.exists()


@pytest.mark.parametrize("change", ["password", "time", "closed"])
def test_a_password_that_was_right_before_is_not_enough(browser, clock, change):
    browser.set_up()
    clock.shift(STEP)
    visitor = browser.elsewhere()
    visitor.give_password()
    if change == "password":
        browser.user.set_password("another one entirely")
    browser.user.is_active = change != "closed"
    browser.user.save()
    clock.shift(timedelta(minutes=11 if change == "time" else 0))

    refused = visitor.send(CODE, code=visitor.code())

    assert refused["Location"] == "/dashboard/sign-in/"


@pytest.mark.parametrize(
    ("code", "password"), [("000000", PASSWORD), (None, "wrong"), ("", PASSWORD)]
)
def test_setting_up_needs_password_and_code(browser, code, password):
    browser.client.force_login(browser.user)
    page = browser.client.get(FACTOR).content.decode()
    (shown,) = re.findall(r'<code id="secret">([A-Z2-7 ]+)</code>', page)
    browser.secret = shown.replace(" ", "")
    code = browser.code() if code is None else code

    refused = browser.send(FACTOR, code=code, password=password)

    assert refused.status_code == 400
    assert not SecondFactor.objects.exists()
    assert shown in refused.content.decode()


def test_the_secret_is_not_shown_again(browser):
    browser.set_up()

    assert browser.client.get(FACTOR)["Location"] == ACCOUNT
    row = SecondFactor.objects.get()
    address = f"/admin/studies/secondfactor/{row.pk}/change/"
    assert row.secret not in browser.client.get(address).content.decode()


def test_setting_up_ends_the_sessions_of_whoever_else_had_the_password(browser):
    thief = browser.elsewhere()
    thief.give_password()
    assert thief.is_in()

    browser.set_up()

    assert browser.is_in()
    assert not thief.is_in()


def test_it_is_switched_off_by_a_code(browser, clock):
    browser.set_up()
    clock.shift(STEP)

    assert browser.send(f"{FACTOR}off/", code="000000").status_code == 400
    browser.send(f"{FACTOR}off/", code=browser.code())

    assert not RecoveryCode.objects.exists()
    assert browser.elsewhere().give_password()["Location"] == "/dashboard/"


def test_an_administrator_switches_it_off_for_who_lost_theirs(browser, admin_client):
    browser.set_up()
    assert "Codes off" in admin_client.get("/dashboard/accounts/").content.decode()

    admin_client.post(f"/dashboard/accounts/{browser.user.pk}/second-factor/off/")

    assert browser.elsewhere().give_password()["Location"] == "/dashboard/"
    logged = LogEntry.objects.get()
    assert (logged.user.username, logged.object_repr) == ("admin", "ada")
    history = admin_client.get(f"/admin/auth/user/{browser.user.pk}/history/")
    assert "Switched the second factor off." in history.content.decode()


def test_nobody_switches_off_their_own_as_an_administrator(browser):
    browser.set_up()

    browser.client.post(f"/dashboard/accounts/{browser.user.pk}/second-factor/off/")

    assert SecondFactor.objects.exists()


@pytest.mark.parametrize("address", ["/dashboard/", "/admin/", ACCOUNT])
def test_a_site_can_ask_everybody_for_one(browser, settings, address):
    settings.REQUIRE_SECOND_FACTOR = True
    browser.client.force_login(browser.user)

    assert browser.client.get(address)["Location"] == FACTOR
    browser.set_up()
    assert browser.client.get(address).status_code == 200
    assert "Switch it off" not in browser.client.get(ACCOUNT).content.decode()


def test_programs_need_no_code(browser, settings):
    settings.REQUIRE_SECOND_FACTOR = True
    browser.set_up()
    token = make_api_token(user=browser.user, name="own", now=NOON)

    answer = Client().get(
        "/api/v1/studies/", headers={"Authorization": f"Bearer {token}"}
    )

    assert answer.status_code == 200


def test_whoever_is_away_for_long_is_signed_out(browser, clock, settings):
    settings.SESSION_IDLE_MINUTES = 30
    browser.give_password()
    for _ in range(3):
        clock.shift(timedelta(minutes=29))
        assert browser.is_in()

    clock.shift(timedelta(minutes=30))

    assert not browser.is_in()


def test_nobody_stays_signed_in_for_ever(browser, clock, settings):
    settings.SESSION_IDLE_MINUTES, settings.SESSION_HOURS = 60, 2
    browser.give_password()
    for _ in range(2):
        clock.shift(timedelta(minutes=59))
        assert browser.is_in()

    clock.shift(timedelta(minutes=2))

    assert not browser.is_in()


def test_one_signs_out_everywhere_else(browser, django_user_model):
    others, bob = [browser.elsewhere() for _ in range(2)], Client()
    for place in (browser, *others):
        place.give_password()
    bob.force_login(django_user_model.objects.create_user("bob"))

    page = browser.client.post(f"{ACCOUNT}sign-out-elsewhere/", follow=True)

    assert "in 2 other places" in page.content.decode()
    assert browser.is_in()
    assert [place.is_in() for place in others] == [False, False]
    assert bob.get(ACCOUNT).status_code == 200
