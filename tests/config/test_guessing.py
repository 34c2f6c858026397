"""Passwords and keys that somebody would try first are refused, by every way in."""

import random
import re
from string import ascii_letters, digits

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from config.guessing import _trimmed, find_weakness, is_weak_key
from studies.models.team import Role
from studies.services.team.accounts import make_reset_key
from studies.services.team.invitations import invite
from tests.studies.factories import NOON, make_study

NAMES = ["ada", "Ada Lovelace", "ada.lovelace@example.org"]
GOOD = "battery apple window"
WEAK = {
    "password1234": "common",
    "P@ssw0rd!2026": "common",
    "iloveyou12345": "common",
    "forgetmenot2026": "common",
    "welcome2dragon": "common",
    "1q2w3e4r5t6y": "common",
    "aaaaaaaaaaaa": "repeats",
    "abc123abc123": "repeats",
    "passwordpassword": "repeats",
    "qwertyuiop12": "keyboard",
    "QWERTZUIOP!!": "keyboard",
    "zaq12wsxcde3": "keyboard",
    "lkjhgfdsamnbvcxy": "keyboard",
    "abcdefghijkl": "alphabet",
    "ada.lovelace2026": "name",
    "Lovelace!!2026": "name",
    "839204718365": "digits",
    "kT9!pLq2": "12 characters",
}


SOURCE = random.Random(1)


def draw(length):
    """A text of random letters and digits, the same in every run."""
    return "".join(SOURCE.choices(ascii_letters + digits, k=length))


@pytest.mark.parametrize("password", WEAK)
def test_a_password_that_is_tried_first_is_weak(password):
    assert WEAK[password] in find_weakness(password, names=NAMES)


@pytest.mark.parametrize(
    "password", [GOOD, "correct-horse-battery", "aB3$kT9!pLq2", "Käse in der Straße"]
)
def test_others_are_not(password):
    assert find_weakness(password, names=NAMES) == ""


def test_nobody_waits_for_a_look_through_a_book():
    book = draw(4096) + "1" * 10**6 + "z"

    assert find_weakness(draw(4096)) == ""
    assert find_weakness(book) == "It has more than 4,096 characters."


@given(st.text(alphabet="aZé1_ .ß٣"))
def test_trimmed_is_from_the_first_letter_to_the_last(text):
    assert _trimmed(text) == re.sub(r"^[\W\d_]+|[\W\d_]+$", "", text)


def test_what_is_drawn_is_not_weak():
    drawn = [draw(16) for _ in range(200)]

    assert [password for password in drawn if find_weakness(password)] == []


@pytest.mark.parametrize(
    "key",
    [
        *("", "short", "a" * 60, "abcde" * 12, "1234567890" * 6, "change-me-" * 6),
        "abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz",
        "django-insecure-" + draw(50),
    ],
)
def test_a_key_that_was_not_drawn_is_weak(key):
    assert is_weak_key(key)


def test_a_key_that_was_drawn_is_not():
    keys = [draw(50) for _ in range(200)]

    assert [key for key in keys if is_weak_key(key)] == []


def on_ones_account(ada, password):
    client = Client()
    client.force_login(ada)
    old, new = {"old_password": GOOD}, ("new_password1", "new_password2")
    form = {**old, **dict.fromkeys(new, password)}
    return client.post("/dashboard/account/password/", form)


def by_a_reset_link(ada, password):
    client = Client()
    link = reverse("dashboard:set_password", args=make_reset_key(ada))
    address = client.get(link, follow=True).redirect_chain[-1][0]
    return client.post(
        address, dict.fromkeys(("new_password1", "new_password2"), password)
    )


def by_an_invitation(ada, password):
    _, token = invite(study=make_study(), role=Role.VIEWER, who="ada", now=NOON)
    about = {"username": "eve", "name": "Lovelace", "email": "eve@example.org"}
    form = {**about, "password1": password, "password2": password}
    return Client().post(reverse("dashboard:invitation", args=[token]), form)


def at_the_rows(ada, password):
    client = Client()
    ada.is_staff = ada.is_superuser = True
    ada.save()
    client.force_login(ada)
    form = {"password1": password, "password2": password, "usable_password": "true"}
    return client.post(f"/admin/auth/user/{ada.pk}/password/", form)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "way", [on_ones_account, by_a_reset_link, by_an_invitation, at_the_rows]
)
@pytest.mark.parametrize("password", ["password1234", "Lovelace!!2026"])
def test_no_page_takes_a_weak_password(django_user_model, way, password):
    ada = django_user_model.objects.create_user(
        "ada", "ada@example.org", GOOD, last_name="Lovelace"
    )

    page = way(ada, password)

    assert "easy to guess" in page.content.decode()
    ada.refresh_from_db()
    assert ada.check_password(GOOD)
    assert django_user_model.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize("password", ["password1234", "lovelace-2026"])
def test_no_command_takes_a_weak_password(settings, django_user_model, password):
    settings.ADMIN_USERNAME, settings.ADMIN_PASSWORD = "lovelace", password

    with pytest.raises(CommandError, match=re.escape("easy to guess")):
        call_command("create_researcher")

    assert not django_user_model.objects.exists()
