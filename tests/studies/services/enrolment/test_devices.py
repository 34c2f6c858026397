"""Devices in coarse classes."""

import pytest

from studies.models import SessionDevice
from studies.services.enrolment.devices import classify_device
from studies.services.session.withdrawal import withdraw_session
from tests.studies.factories import NOON, make_study

MOZILLA = "Mozilla/5.0"
KIT = "AppleWebKit/537.36 (KHTML, like Gecko)"
IPHONE = "(iPhone; CPU iPhone OS 17_5 like Mac OS X)"
MAC = "(Macintosh; Intel Mac OS X 10_15_7)"
AGENTS = [
    (f"(Windows NT 10.0) {KIT} Chrome/126.0 Safari/537.36", "desktop chrome"),
    (f"(Windows NT 10.0) {KIT} Chrome/126.0 Safari/537.36 Edg/126.0", "desktop edge"),
    (f"(X11; Linux x86_64) {KIT} Chrome/126 Safari/537.36 OPR/112.0", "desktop opera"),
    ("(X11; Linux x86_64; rv:127.0) Gecko Firefox/127.0", "desktop firefox"),
    (f"{MAC} {KIT} Version/17.5 Safari/605.1.15", "desktop safari"),
    (f"{IPHONE} {KIT} Version/17.5 Mobile/15E148 Safari/604.1", "phone safari"),
    (f"{IPHONE} {KIT} CriOS/126.0 Mobile/15E148 Safari/604.1", "phone chrome"),
    (f"(Linux; Android 14) {KIT} Chrome/126.0 Mobile Safari/537.36", "phone chrome"),
    (f"(Linux; Android 14; SM-X710) {KIT} Chrome/126.0 Safari/537.36", "tablet chrome"),
    (
        f"(Linux; Android 14; SM-S921B) {KIT} SamsungBrowser/25.0 Chrome/121.0 "
        "Mobile Safari/537.36",
        "phone samsung",
    ),
    ("(Android 14; Tablet; rv:127.0) Gecko/127.0 Firefox/127.0", "tablet firefox"),
]  # fmt: skip


@pytest.mark.parametrize(("agent", "classes"), AGENTS)
def test_browsers_are_told_apart_by_family_and_device(agent, classes):
    device = classify_device(user_agent=f"{MOZILLA} {agent}")

    assert f"{device.kind} {device.browser}" == classes


def test_a_mac_that_is_touched_is_a_tablet():
    agent = f"{MOZILLA} {MAC} {KIT} Version/17.5 Safari/605.1.15"

    assert classify_device(user_agent=agent, touch="yes").kind == "tablet"


@pytest.mark.parametrize("nonsense", ["", "1280", "x" * 9000, "<script>"])
def test_what_is_no_class_is_unknown(nonsense):
    device = classify_device(user_agent=nonsense, viewport=nonsense, touch=nonsense)

    kept = (device.kind, device.browser, device.viewport, device.touch)
    assert kept == ("unknown", "other", "unknown", "unknown")


@pytest.mark.django_db
def test_the_device_is_stored_with_a_new_session_and_erased_with_it(client):
    make_study()
    form = {"consent": "yes", "viewport": "narrow", "touch": "yes"}
    agent = f"{MOZILLA} {IPHONE} {KIT} Version/17.5 Mobile/15E148 Safari/604.1"

    reply = client.post("/join/study/", form, headers={"User-Agent": agent})

    kept = SessionDevice.objects.values_list("kind", "browser", "viewport", "touch")
    assert kept.get() == ("phone", "safari", "narrow", "yes")
    token = reply["Location"].split("/")[2]
    withdraw_session(token=token, keep_answers=False, now=NOON)
    assert not SessionDevice.objects.exists()
