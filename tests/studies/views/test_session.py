"""The one address of a participant: what a look at it does, and what it shows."""

import re
from datetime import timedelta

import pytest

from studies.models import TeachingSession
from studies.services.session.sweeping import sweep
from tests.studies.factories import NOON
from tests.studies.views.visiting import go_on, send, start, url

pytestmark = pytest.mark.django_db
NASTY = '"><img src=x onerror=alert(1)></script>{{7*7}}\u202e'


def test_only_a_real_look_serves_the_card(client, person):
    for _ in range(2):
        go_on(client, person)
    client.head(url("session", person))
    client.get(url("session", person), headers={"Sec-Purpose": "prefetch"})
    assert person.card().served_at is None

    client.get(url("session", person))

    assert person.card().served_at is not None


def test_a_look_ahead_does_not_show_the_answer_of_a_missed_card(client, person):
    answer = person.go_to("learning", 1).right_answer()
    sweep(now=NOON + timedelta(seconds=51))
    ahead = {"Sec-Purpose": "prefetch"}

    page = client.get(url("session", person), headers=ahead).content.decode()

    assert "Are you still there?" in page
    assert answer not in page
    assert answer in client.get(url("session", person)).content.decode()


def test_every_page_has_a_title_of_its_own(client, person):
    titles = {}
    while "completed" not in titles:
        text = client.get(url("session", person)).content.decode()
        state = person.look()
        titles[state.page] = re.search("<title>(.*) \u2013 ", text)[1]
        person.move(state)

    assert titles == {
        "instructions": "How it works",
        "introduction": "Part 3 of 3",
        "card": "Card 3 of 3",
        "review": "The answer to card 6 of 6",
        "questionnaire": "A few questions",
        "completed": "Thank you, you are done",
    }


def test_what_people_type_is_shown_as_text(client, person):
    start(client, person)
    while person.session.phase == "prequiz":
        send(client, person, "xx")
        client.get(url("session", person))
    go_on(client, person)
    client.get(url("session", person))
    send(client, person, NASTY)

    page = client.get(url("session", person)).content.decode()

    assert "&lt;img src=x" in page
    assert "<img src=x" not in page
    assert "{{7*7}}" in page


def test_somebody_who_was_away_is_welcomed_before_a_clock_begins(client, person):
    start(client, person)
    send(client, person, "one")
    TeachingSession.objects.update(is_away=True)

    page = client.get(url("session", person)).content.decode()

    assert "Welcome back" in page
    assert person.card(step=2).served_at is None
