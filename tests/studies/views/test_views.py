"""The participant's pages without a browser: headers, refusals and words."""

import json
from datetime import timedelta

import pytest
import time_machine
from django.db import OperationalError
from django.urls import reverse

from bench.pages import hidden_fields
from studies.models import (
    BrowserEvent,
    Participant,
    Response,
    Study,
    TeachingSession,
)
from studies.models.study import StudyState
from studies.services.design.lifecycle import change_study_state
from studies.services.markdown import render_markdown
from studies.services.session.sweeping import sweep
from tests.studies.factories import (
    NOON,
    WORDS,
    Person,
    make_deck_version,
    make_row,
    make_study,
)

pytestmark = pytest.mark.django_db
NASTY = '"><img src=x onerror=alert(1)></script>{{7*7}}\u202e'


@pytest.fixture(autouse=True)
def _one_clock():
    """The clock of a person and that of the server are the same."""
    with time_machine.travel(NOON, tick=False):
        yield


def url(name, person):
    return reverse(f"pages:{name}", kwargs={"token": person.token})


def go_on(client, person):
    return client.post(url("continue", person), person.page_key._asdict())


def start(client, person):
    for _ in range(2):
        go_on(client, person)
    return client.get(url("session", person))


def send(browser, person, text, **changes):
    session = person.session
    body = {"phase": session.phase, "step": session.step, "answer-1": text}
    return browser.post(url("answer", person), {**body, **changes})


def test_looking_at_the_link_creates_nothing(client, study):
    for query in ("", "?assignmentId=ASSIGNMENT_ID_NOT_AVAILABLE", "?declined=1"):
        assert client.get(f"/join/study/{query}").status_code == 200

    assert Participant.objects.count() == 0


def test_a_preview_cannot_consent(client, study):
    link = "/join/study/?assignmentId=ASSIGNMENT_ID_NOT_AVAILABLE"

    response = client.post(link, {"consent": "yes"})

    assert response.status_code == 409
    assert b"Accept the task first" in response.content


def test_consent_leads_to_the_one_address(client, study):
    response = client.post("/join/study/", {"consent": "yes", "nonce": "abc"})
    again = client.post("/join/study/", {"consent": "yes", "nonce": "abc"})

    assert (response.status_code, again.status_code) == (303, 303)
    assert response["Location"].startswith("/s/")
    assert TeachingSession.objects.count() == 1


def test_without_a_yes_nobody_takes_part(client, study):
    assert client.post("/join/study/", {"nonce": "abc"}).status_code == 400


def test_participant_pages_carry_their_headers(client, person):
    for address in ("/join/study/", url("session", person), "/s/unknown/"):
        response = client.get(address)
        policy = response["Content-Security-Policy"]
        assert response["Cache-Control"] == "no-store"
        assert response["Referrer-Policy"] == "no-referrer"
        assert "X-Frame-Options" not in response
        assert "https://worker.mturk.com" in policy
        assert "unsafe" not in policy
        assert not response.cookies
        assert "Cookie" not in response.get("Vary", "")


def test_other_pages_are_framed_by_nobody(client, db):
    for address in ("/", "/nowhere"):
        response = client.get(address)
        assert response["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in response["Content-Security-Policy"]
        assert not response.cookies


def test_no_page_has_anything_inline(client, person):
    pages = [client.get("/"), client.get("/join/study/"), start(client, person)]

    for response in pages:
        text = response.content.decode()
        assert "<style" not in text
        assert " style=" not in text
        assert " onclick=" not in text
        assert text.count("<script") == text.count('<script src="') + text.count(
            '<script type="module" src="'
        )


def test_only_a_real_look_serves_the_card(client, person):
    for _ in range(2):
        go_on(client, person)
    client.head(url("session", person))
    client.get(url("session", person), headers={"Sec-Purpose": "prefetch"})
    assert person.card().served_at is None

    client.get(url("session", person))

    assert person.card().served_at is not None


def test_the_form_of_a_page_leaves_that_page_alone(client, person):
    page = client.get(url("session", person)).content.decode()
    key = hidden_fields(page)
    client.post(url("continue", person), key)

    again = client.post(url("continue", person), key)

    assert again["Location"] == url("session", person)
    assert person.page().state.page == "introduction"


@pytest.mark.parametrize("key", [{}, {"phase": "instructions", "step": "x"}])
def test_a_form_that_cannot_tell_what_it_leaves_leaves_nothing(client, person, key):
    response = client.post(url("continue", person), key)
    page = client.get(response["Location"]).content.decode()

    assert "This is where you are" in page
    assert person.page().state.page == "instructions"


def test_a_look_ahead_does_not_show_the_answer_of_a_missed_card(client, person):
    answer = person.go_to("learning", 1).right_answer()
    sweep(now=NOON + timedelta(seconds=51))
    ahead = {"Sec-Purpose": "prefetch"}

    page = client.get(url("session", person), headers=ahead).content.decode()

    assert "Are you still there?" in page
    assert answer not in page
    assert answer in client.get(url("session", person)).content.decode()


def test_a_conflict_leads_back_with_a_note(client, person):
    start(client, person)
    send(client, person, "one")

    response = send(client, person, "two", step="1")
    page = client.get(response["Location"])

    assert response.status_code == 303
    assert "Your first answer counts" in page.content.decode()


@pytest.mark.parametrize(
    "changes",
    [
        {"phase": "nonsense"},
        {"step": "-1"},
        {"step": str(2**63)},
        {"step": "x"},
        {"answer-1": "x" * 201},
        {"answer-1": "a\x00b"},
        {"answer-1": "  "},
    ],
)
def test_malformed_answers_change_nothing(client, person, changes):
    start(client, person)

    response = send(client, person, "one", **changes)

    assert response.status_code == 303
    assert "note=invalid" in response["Location"]
    assert not person.card().is_closed


@pytest.mark.parametrize("client_text", ["", "{", "[1]", '{"elapsed_ms": 1e999}'])
def test_nonsense_from_the_browser_costs_no_answer(client, person, client_text):
    start(client, person)

    send(client, person, "one", client=client_text)

    assert Response.objects.get(text="one").client == {}


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


def test_practice_leaves_no_trace(client, db):
    rows = [make_row(1, "Haus"), make_row(2, "Katze"), make_row(3, "Baum")]
    rows.append(make_row(4, "Löwe", is_practice=True))
    person = Person(make_study(deck_version=make_deck_version(rows=rows)))
    page = client.get(url("practice", person)).content.decode()
    assert "Löwe" not in page

    review = client.post(url("practice", person), {"answer-x": "Loewe"})

    assert "das Löwe" in review.content.decode()
    assert "Written without special letters" in review.content.decode()
    assert Response.objects.count() == 0
    assert person.session.phase == "instructions"


def test_practice_is_over_when_the_parts_begin(client, person):
    start(client, person)

    assert client.get(url("practice", person))["Location"] == url("session", person)


def test_missing_answers_are_named_and_the_others_kept(client, person):
    person.go_to("questionnaire", 0, page="questionnaire")

    response = client.post(url("questionnaire", person), {"q-q": ""})
    page = response.content.decode()

    assert response.status_code == 400
    assert "Please look at these questions again" in page
    assert person.session.phase == "questionnaire"
    assert client.post(url("questionnaire", person), {"q-q": "a"}).status_code == 303
    assert person.session.phase == "completed"


def test_events_are_stored_and_nonsense_is_refused(client, person):
    address = url("events", person)
    event = json.dumps([{"kind": "paste", "phase": "prequiz", "step": 1}])

    good = client.post(address, event, content_type="application/json")
    bad = client.post(address, '[{"kind": "x"}]', content_type="application/json")
    ugly = client.post(address, "[" * 100_000, content_type="application/json")

    assert (good.status_code, bad.status_code, ugly.status_code) == (204, 400, 400)
    assert BrowserEvent.objects.get().kind == "paste"


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


def test_a_closed_study_says_so_to_those_inside(client, person):
    start(client, person)
    change_study_state(study_id=person.study.pk, state=StudyState.CLOSED)

    page = client.get(url("session", person)).content
    response = send(client, person, "late")

    assert b"What you answered is saved" in page
    assert "note=closed" in response["Location"]


def test_errors_speak_the_participants_language(client, db):
    study = make_study(language="de", contact="labor@example.org")
    change_study_state(study_id=study.pk, state=StudyState.CLOSED)

    page = client.get("/join/study/").content.decode()
    unknown = client.get("/s/x/", headers={"Accept-Language": "de"}).content.decode()

    assert "Die Studie ist geschlossen" in page
    assert "labor@example.org" in page
    assert "Unter dieser Adresse ist nichts" in unknown


def test_a_database_in_trouble_is_a_page_that_says_answers_are_safe(
    client, person, monkeypatch
):
    def fail(**_):
        raise OperationalError("disk full")

    monkeypatch.setattr("studies.views.session.show_session", fail)

    response = client.get(url("session", person))

    assert response.status_code == 503
    assert b"Your answers so far are saved" in response.content


def test_somebody_who_was_away_is_welcomed_before_a_clock_begins(client, person):
    start(client, person)
    send(client, person, "one")
    TeachingSession.objects.update(is_away=True)

    page = client.get(url("session", person)).content.decode()

    assert "Welcome back" in page
    assert person.card(step=2).served_at is None


def test_a_session_may_not_take_cards_back_for_ever(client, person):
    start(client, person)
    again = {"phase": "prequiz", "step": "1"}
    for _ in range(12):
        client.post(url("again", person), again)
        client.get(url("session", person))

    assert person.session.log.filter(kind="taken_back").count() == 10


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("<script>alert(1)</script>", "&lt;script&gt;"),
        ("[x](javascript:alert(1))", "[x](javascript:alert(1))"),
        ("# Title", "<h3>Title</h3>"),
        ("**bold**", "<strong>bold</strong>"),
    ],
)
def test_consent_texts_are_sanitised(text, clean):
    html = render_markdown(text)

    assert clean in html
    assert "<script" not in html
    assert 'href="javascript' not in html


@pytest.mark.parametrize("state", ["pilot", "live", "paused"])
@pytest.mark.parametrize("phase", ["prequiz", "learning"])
def test_a_demo_begun_before_its_deck_was_in_use_stops_teaching(
    client, db, phase, state
):
    person = Person(make_study(slug="demo", is_demo=True)).go_to(phase, 1)
    answer = person.right_answer()
    study = make_study(slug="real", deck_version=person.study.deck_version)
    Study.objects.filter(pk=study.pk).update(state=state)

    refused = send(client, person, "xx")
    page = client.get(refused["Location"]).content.decode()

    assert "This demo has stopped" in page
    assert answer not in page
    assert not person.card(phase, 1).is_closed


def test_a_stopped_demo_is_reviewed_practised_and_continued_no_more(client, db):
    rows = [make_row(i, word) for i, word in enumerate(WORDS[:4], start=1)]
    rows.append(make_row(5, "Löwe", is_practice=True))
    deck = make_deck_version(rows=rows)
    demo = make_study(slug="demo", is_demo=True, deck_version=deck)
    reviewing = Person(demo).go_to("learning", 1, page="review")
    beginning = Person(demo)
    answer = reviewing.right_answer()
    make_study(slug="real", deck_version=deck)

    led_on = [
        client.get(url("practice", beginning)),
        client.post(url("practice", beginning), {"answer-x": "x"}),
        go_on(client, beginning),
    ]
    addresses = [url("session", reviewing), *(one["Location"] for one in led_on)]

    for address in addresses:
        text = client.get(address).content.decode()
        assert "This demo has stopped" in text
        assert answer not in text
        assert "Löwe" not in text


def test_a_stopped_demo_goes_on_when_its_deck_is_free(client, db):
    person = Person(make_study(slug="demo", is_demo=True)).go_to("prequiz", 1)
    study = make_study(slug="real", deck_version=person.study.deck_version)
    change_study_state(study_id=study.pk, state=StudyState.CLOSED)

    assert 'data-page="card"' in client.get(url("session", person)).content.decode()


def test_a_participant_in_earnest_is_not_stopped_by_another_study(client, db):
    person = Person(make_study()).go_to("prequiz", 1)
    make_study(slug="other", deck_version=person.study.deck_version)

    assert 'data-page="card"' in client.get(url("session", person)).content.decode()


def test_the_front_page_offers_demos_until_their_deck_is_in_use(client, db):
    demo = make_study(slug="demo", is_demo=True)
    assert b"/join/demo/" in client.get("/").content

    make_study(slug="real", deck_version=demo.deck_version, questionnaire=None)

    assert b"/join/demo/" not in client.get("/").content
