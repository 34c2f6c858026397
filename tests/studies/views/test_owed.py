"""What people are told whose part is over: what they are owed, and how to get it."""

import pytest
import time_machine

from studies.models.study import StudyState
from studies.services.design.lifecycle import change_study_state
from studies.services.session.withdrawal import (
    erase_session,
    screen_out,
    withdraw_session,
)
from tests.studies.factories import NOON, Person, make_study, seconds

pytestmark = pytest.mark.django_db
LINK = "/join/study/"
OTHER = f"{LINK}?assignmentId=AS2&workerId=A1X&hitId=H1"
APOLOGY = "there is no payment when the study ends"
ELSEWHERE = "It ended in another window, which shows the code."
DELETED = "Your code was deleted with your answers."


@pytest.fixture(autouse=True)
def _one_clock():
    with time_machine.travel(NOON, tick=False):
        yield


def page_of(client, person, path=""):
    return client.get(f"/s/{person.token}/{path}").content.decode()


def stop(person, *, keep_answers=True):
    withdraw_session(token=person.token, keep_answers=keep_answers, now=NOON)


def erase(person):
    erase_session(session_id=person.session.pk, now=NOON)


def came_back_unproven(client, study):
    """Somebody in a session, and their second token, which proves nothing."""
    person = Person(study, name="A1X").go_to("learning", 1)
    second = Person.__new__(Person)
    address = client.post(OTHER, {"consent": "yes"})["Location"]
    second.study, second.now, second.token = study, NOON, address.split("/")[2]
    return person, second


def test_nothing_is_promised_or_denied_where_no_pay_was_offered(client, study):
    person = Person(study)
    stop(person)

    page = page_of(client, person)

    assert APOLOGY not in page
    assert "please return it there" in page


def test_who_is_owed_nothing_is_told_so_kindly(client, db):
    person = Person(make_study(pay_text="4 dollars"))
    stop(person)

    page = page_of(client, person)

    assert APOLOGY in page
    assert "finishing alone" not in page


def test_a_study_that_pays_for_stopping_says_that_screening_out_pays_nothing(client):
    person = Person(make_study(pays_withdrawn=True)).go_to("learning", 1)
    screen_out(session_id=person.session.pk, reason="young", now=NOON)

    assert APOLOGY in page_of(client, person)


@pytest.mark.parametrize("keep_answers", [True, False])
def test_an_arrival_without_proof_hears_where_the_code_is(client, keep_answers):
    person, second = came_back_unproven(client, make_study(pays_withdrawn=True))
    stop(person, keep_answers=keep_answers)

    page = page_of(client, second)

    assert ELSEWHERE in page
    assert APOLOGY not in page
    assert person.session.codes.get().code not in page


def test_a_finished_session_shows_its_code_in_one_window(client, study):
    person, second = came_back_unproven(client, study)
    person.finish()

    assert ELSEWHERE in page_of(client, second)


def test_who_was_erased_in_the_middle_has_not_stopped(client, db):
    person = Person(make_study(pays_withdrawn=True)).go_to("learning", 1)
    erase(person)

    page = page_of(client, person)

    assert "Your part has ended" in page
    assert "You have stopped" not in page
    assert DELETED in page
    assert ELSEWHERE not in page


@pytest.mark.parametrize(
    ("language", "deleted", "about_pay"),
    [
        ("en", "The study’s team deleted your answers.", "a question about your pay"),
        ("de", "Das Studienteam hat Ihre Antworten gelöscht.", "Ihrer Bezahlung"),
    ],
)
def test_who_was_erased_by_the_team_is_neither_promised_nor_denied_pay(
    client, db, language, deleted, about_pay
):
    study = make_study(pay_text="4 dollars", language=language)
    person, leaver = Person(study).go_to("learning", 1), Person(study, name="A2")
    erase(person)
    stop(leaver, keep_answers=False)

    page, left = page_of(client, person), page_of(client, leaver)

    assert deleted in page
    assert about_pay in page
    assert study.contact in page
    assert not [no for no in (APOLOGY, "keine Bezahlung", "return it") if no in page]
    assert deleted not in left


def test_a_finished_person_who_was_erased_hears_that_the_code_is_gone(client, finished):
    erase(finished)

    assert DELETED in page_of(client, finished)


def test_deleting_says_to_note_the_code_before_and_after(client, db):
    person = Person(make_study(pays_withdrawn=True)).go_to("learning", 1)
    before = page_of(client, person, "withdraw/")
    stop(person, keep_answers=False)
    after = page_of(client, person)

    assert "Note down the code on the next page" in before
    assert "Note it down now" in after
    assert person.session.codes.get().code in after


def test_without_a_code_there_is_nothing_to_note(client, study):
    person = Person(study)
    before = page_of(client, person, "withdraw/")
    stop(person, keep_answers=False)

    assert "Note" not in before
    assert "Note it down" not in page_of(client, person)


def test_who_kept_the_answers_hears_nothing_of_noting_yet(client, db):
    person = Person(make_study(pays_withdrawn=True)).go_to("learning", 1)
    stop(person)

    assert "Note it down" not in page_of(client, person)


@pytest.mark.parametrize("pays", [True, False])
def test_whose_part_is_over_is_asked_about_the_answers_alone(client, pays):
    person = Person(make_study(pays_withdrawn=pays)).go_to("learning", 1)
    stop(person)

    page = page_of(client, person, "withdraw/")

    assert "Delete your answers?" in page
    assert page.count("<button") == 1
    assert "Delete my answers" in page
    assert ("Your code stays on your page" in page) == pays
    for word in ("Stop", "Whichever"):
        assert word not in page


def test_the_page_for_stopping_does_not_lead_to_itself(client, person):
    page = page_of(client, person, "withdraw/")

    assert "Stop taking part?" in page
    assert f'href="/s/{person.token}/withdraw/"' not in page
    assert f'href="/s/{person.token}/withdraw/"' in page_of(client, person)


def test_what_is_deleted_is_not_deleted_again(client, person):
    stop(person, keep_answers=False)

    reply = client.get(f"/s/{person.token}/withdraw/")

    assert reply["Location"] == f"/s/{person.token}/"


@pytest.mark.parametrize("answers", ["", "keep", "delete"])
def test_who_cannot_prove_it_hears_how_to_and_finds_the_way_back(
    client, study, answers
):
    _, second = came_back_unproven(client, study)
    address = f"/s/{second.token}/withdraw/"

    reply = client.post(address, {"answers": answers}) if answers else None
    page = (reply or client.get(address)).content.decode()

    assert "Ending a session for good, deleting its answers" in page
    assert "address of your first visit" in page
    assert "open the task that came first" in page
    assert f'<a href="/s/{second.token}/">Back to your page</a>' in page


@pytest.mark.parametrize(
    ("changes", "rows"),
    [
        ({}, []),
        ({"pays_withdrawn": True}, ["Stopping after"]),
        ({"pays_screened_out": True}, ["If the study is not for you"]),
        (
            {"pays_withdrawn": True, "pays_screened_out": True},
            ["Stopping after", "If the study is not for you"],
        ),
    ],
)
@pytest.mark.parametrize(
    ("text", "words"), [("1 dollar", "pays 1 dollar"), ("", "is paid as well")]
)
def test_the_link_says_what_early_ends_pay(client, changes, rows, text, words):
    make_study(partial_pay_text=text, **changes)

    page = client.get(LINK).content.decode()

    shown = [name for name in ("Stopping after", "If the study is not") if name in page]
    assert len(shown) == len(rows) == page.count(words)
    assert all(row in page for row in rows)


def test_the_last_minute_is_not_called_0_minutes(client, person):
    change_study_state(study_id=person.study.pk, state=StudyState.CLOSED, now=NOON)

    with time_machine.travel(NOON + seconds(7200 - 30), tick=False):
        page = page_of(client, person)

    assert "that is for less than a minute" in page
    assert "0\xa0minutes" not in page
