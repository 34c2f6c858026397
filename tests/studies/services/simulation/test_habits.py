"""Simulated people slip, guess and look away as people do, and always alike."""

import pytest

from studies.services.enrolment.devices import classify_device
from studies.services.simulation.habits import Habits

CROWD = [Habits(seed) for seed in range(300)]
CARDS = range(40)


def count(crowd, kind):
    return [
        sum(
            event.kind == kind
            for card in CARDS
            for event in one.events("Kirsche", card, phase="learning", step=card + 1)
        )
        for one in crowd
    ]


def test_most_answers_are_typed_as_they_are_meant():
    typed = [one.types("Kirsche", card) for one in CROWD for card in CARDS]

    slips = [text for text in typed if text != "Kirsche"]
    assert 0.04 < len(slips) / len(typed) < 0.08
    assert all(text[0] == "K" and len(text) in (6, 7) for text in slips)


def test_a_slip_in_a_double_letter_forgets_one():
    slips = {one.types("Puppe", card) for one in CROWD for card in CARDS}

    assert "Pupe" in slips


def test_short_words_are_typed_right():
    assert {one.types("Hund", card) for one in CROWD for card in CARDS} == {"Hund"}


def test_who_does_not_know_says_so_or_thinks_of_another_word():
    guesses = [one.guesses(["Hund", "Katze"], 3) for one in CROWD]

    assert set(guesses) == {"", "Hund", "Katze"}
    assert {one.guesses([], 3) for one in CROWD} == {""}


def test_few_leave_the_page_often_and_fewer_paste():
    leaves, pastes = count(CROWD, "blur"), count(CROWD, "paste")

    assert 0.02 < sum(n >= 5 for n in leaves) / len(CROWD) < 0.15
    assert 0.01 < sum(n > 0 for n in pastes) / len(CROWD) < 0.08
    assert count(CROWD, "focus") == leaves


def test_pasted_letters_had_no_key():
    paster = next(one for one in CROWD if sum(count([one], "paste")) > 0)
    told = [paster.client("Kirsche", card, 4.0) for card in CARDS]

    pasted = [client for client in told if client["n_pastes"]]
    assert {(client["n_keys"], client["first_key_ms"]) for client in pasted} == {
        (0, -1)
    }


@pytest.mark.parametrize("text", ["Kirsche", ""])
def test_keys_fit_what_was_typed(text):
    told = [one.client(text, 0, 4.0) for one in CROWD if not sum(count([one], "paste"))]

    assert {client["elapsed_ms"] for client in told} == {4000}
    assert all(bool(client["n_keys"]) == bool(text) for client in told)
    assert all(client["first_key_ms"] < 4000 for client in told)


def test_devices_are_of_every_usual_kind_and_none_is_unknown():
    gadgets = [one.gadget for one in CROWD]
    devices = [
        classify_device(user_agent=g.user_agent, viewport=g.viewport, touch=g.touch)
        for g in gadgets
    ]

    assert {device.kind for device in devices} == {"phone", "tablet", "desktop"}
    assert {device.browser for device in devices} == {
        *("chrome", "edge", "firefox", "safari")
    }


def test_the_same_seed_has_the_same_habits():
    assert Habits(7).client("Kirsche", 2, 3.0) == Habits(7).client("Kirsche", 2, 3.0)
