"""Leaving early, and what a closed study says to those inside."""

import pytest
import time_machine
from django.utils.html import strip_tags

from studies.models.study import StudyState
from studies.services.design.lifecycle import change_study_state
from studies.services.session.withdrawal import (
    erase_session,
    screen_out,
    withdraw_session,
)
from tests.studies.factories import NOON, Person, make_study, seconds
from tests.studies.views.visiting import send, start, url

pytestmark = pytest.mark.django_db


def test_withdrawing_asks_first_and_obeys(client, person):
    address = url("withdraw", person)
    assert b"Stop, and delete my answers" in client.get(address).content
    assert b"Please choose" in client.post(address, {"answers": "maybe"}).content

    client.post(address, {"answers": "keep"})
    kept = client.get(url("session", person)).content
    client.post(address, {"answers": "delete"})
    gone = client.get(url("session", person)).content

    assert b"Your answers so far are kept" in kept
    assert b"Your answers were deleted" in gone


def test_nobody_withdraws_after_the_end(client, person):
    person.finish()

    response = client.post(url("withdraw", person), {"answers": "delete"})

    assert "note=finished" in response["Location"]


def close(person, now=NOON):
    change_study_state(study_id=person.study.pk, state=StudyState.CLOSED, now=now)


def after_closing():
    return time_machine.travel(NOON + seconds(7201), tick=False)


@pytest.mark.parametrize(
    ("language", "resting", "at_a_card"),
    [
        ("en", "until March 1, 2026, 2 p.m. UTC", "open until March 1, 2 p.m. UTC"),
        ("de", "bis 1. März 2026 14:00 UTC", "möglich bis 1. März, 14:00 UTC"),
    ],
)
def test_people_inside_see_until_when_they_may_go_on(
    client, language, resting, at_a_card
):
    person = Person(make_study(language=language))
    close(person)

    page = client.get(url("session", person)).content.decode()
    card = start(client, person).content.decode()
    swapped = client.post(
        url("answer", person),
        {"phase": "prequiz", "step": 1, "answer-1": "xx"},
        headers={"HX-Request": "true"},
    ).content.decode()

    assert resting in strip_tags(page)
    assert at_a_card in card
    assert at_a_card in swapped


def test_an_open_study_tells_of_no_deadline(client, person):
    assert b"UTC" not in client.get(url("session", person)).content


def test_a_closed_study_says_so_to_those_who_came_too_late(client, person):
    start(client, person)
    close(person)

    with after_closing():
        response = send(client, person, "late")
        page = client.get(url("session", person)).content

    assert "note=closed" in response["Location"]
    assert b"The time to finish is over" in page
    assert b"Your answers so far are kept" in page
    assert b"write to the contact below" in page


ENDS = {
    "withdrawn": lambda person: withdraw_session(
        token=person.token, keep_answers=True, now=NOON
    ),
    "screened_out": lambda person: screen_out(
        session_id=person.session.pk, reason="young", now=NOON
    ),
    "closed": close,
}


@pytest.mark.parametrize("end", ENDS)
def test_those_who_leave_early_see_what_they_are_owed(client, end):
    study = make_study(
        pays_withdrawn=True,
        pays_screened_out=True,
        partial_pay_text="1 dollar",
        completion_url="https://recruiter.example/?cc={code}",
    )
    person = Person(study).go_to("learning", 1)
    ENDS[end](person)

    with after_closing():
        page = client.get(url("session", person)).content.decode()
        back = client.get(url("back", person))

    code = person.session.codes.get().code
    assert "For your time you get: 1 dollar." in page
    assert f'href="{url("back", person)}"' in page
    assert (back.status_code, back["Location"]) == (
        303,
        f"https://recruiter.example/?cc={code}",
    )
    assert f">{code}</code>" in page
    assert "young" not in page


def test_there_is_no_way_back_before_the_end(client):
    person = Person(make_study(completion_url="https://recruiter.example/?cc={code}"))

    response = client.get(url("back", person))

    assert response["Location"] == url("session", person)


@pytest.mark.parametrize("end", ENDS)
def test_those_who_leave_early_are_told_that_nothing_is_paid(client, end):
    person = Person(make_study(pay_text="4 dollars"))
    ENDS[end](person)

    with after_closing():
        page = client.get(url("session", person)).content.decode()

    assert "code-box" not in page
    assert (
        "write to the contact" if end == "closed" else "there is no payment"
    ) in page
    # Who chose to keep them was offered it a page ago.
    assert ("Delete them after all" in page) == (end != "withdrawn")


def test_stopping_says_what_it_pays(client):
    person = Person(make_study(pays_withdrawn=True, partial_pay_text="1 dollar"))

    early = client.get(url("withdraw", person)).content.decode()
    person.go_to("learning", 1)
    page = client.get(url("withdraw", person)).content.decode()
    link = client.get("/join/study/").content.decode()

    assert "Stopping is paid after the first part only" in early
    assert "Whichever you choose" not in early
    assert "Whichever you choose, you get 1 dollar for your time." in page
    assert "pays 1 dollar" in link


def test_the_erased_see_neither_answers_nor_code(client, finished):
    code = finished.look().completion_code
    erase_session(session_id=finished.session.pk, now=finished.now)

    page = client.get(url("session", finished)).content.decode()

    assert "The study’s team deleted your answers." in page
    assert code not in page
    assert "code-box" not in page


def test_a_preview_of_a_closed_study_says_that_it_is_closed(client, person):
    close(person)

    page = client.get("/join/study/?assignmentId=ASSIGNMENT_ID_NOT_AVAILABLE")

    assert page.status_code == 409
    assert b"The study is closed" in page.content
