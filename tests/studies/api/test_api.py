"""The participant API: what goes in, what comes out, and what never does."""

import logging

import pytest
from django.db import OperationalError
from django.test import Client

from studies.models import (
    BrowserEvent,
    Picture,
    Questionnaire,
    QuestionnaireAnswer,
    Response,
    SessionDevice,
    TeachingSession,
)
from studies.redaction import SecretsFilter, redact
from studies.services.tokens import sign_simulated
from tests.studies.api.participant import JSON, Api
from tests.studies.factories import make_study

pytestmark = pytest.mark.django_db


def test_joining_gives_201_with_token_and_state(api):
    assert api.joined.status_code == 201
    assert api.joined.json()["phase"] == "instructions"


def test_the_status_of_joining_tells_nobody_who_took_part(client, study):
    def status(person, assignment, **more):
        recruiter = {"name": "mturk", "person": person, "assignment": assignment}
        body = {"study": "study", "consent": True, "recruiter": recruiter, **more}
        return client.post("/api/v1/sessions/", body, content_type=JSON).status_code

    assert status("A1X", "AS1") == 201

    assert status("A1X", "AS2") == status("B2Y", "AS3") == 201
    assert status("A1X", "AS1") == status("A1X", "AS1", consent=False) == 200
    assert status("A1X", "AS2", consent=False) == status("C3Z", "", consent=False)


def test_a_whole_journey_runs_over_http(api):
    for _ in range(100):
        state = api.look()
        if state["page"] == "card":
            api.answer()
        elif state["page"] == "questionnaire":
            api.post("questionnaire", answers={"q": "a"})
        elif state["page"] == "completed":
            break
        else:
            TeachingSession.objects.update(settings={**_no_review()})
            api.go_on()

    assert api.look()["completion_code"]


def test_questions_before_are_asked_over_http(client, db):
    items = [{"id": "q", "kind": "multiple", "label": "?", "options": ["a", "b"]}]
    before = Questionnaire.objects.create(name="before", items=items)
    api = Api(client, make_study(questions_before=before))
    state = api.joined.json()

    told = {"phase": "questions_before", "answers": {"q": ["b", "a"]}}
    assert (state["page"], state["phase"]) == ("questions_before", "questions_before")
    assert "screen_out" not in state["questionnaire"][0]
    assert api.post("questionnaire", **told).json()["page"] == "instructions"
    assert QuestionnaireAnswer.objects.get().value == '["a", "b"]'
    other = api.post("questionnaire", **{**told, "answers": {"q": ["a"]}})
    assert api.post("questionnaire", **told).status_code == 200
    assert (other.status_code, other.json()["code"]) == (409, "answered")


@pytest.mark.parametrize("answer", [5, None, {"a": 1}, ["a"] * 51, ["a", 5], [["a"]]])
def test_an_answer_that_is_neither_a_text_nor_texts_is_refused(api, answer):
    assert api.post("questionnaire", answers={"q": answer}).status_code == 400


def test_consent_over_http_needs_the_age_too(client, db):
    make_study(minimum_age=18)
    body = {"study": "study", "consent": True, "device": {"viewport": "wide"}}

    refused = client.post("/api/v1/sessions/", body, content_type=JSON)
    joined = client.post(
        "/api/v1/sessions/", {**body, "is_of_age": True}, content_type=JSON
    )

    assert (refused.status_code, refused.json()["code"]) == (400, "age_missing")
    assert joined.status_code == 201
    assert SessionDevice.objects.get().viewport == "wide"


def _no_review():
    return {**TeachingSession.objects.get().settings, "review_seconds": 0}


def test_the_state_has_the_agreed_shape(api):
    api.start()

    state = api.look()

    assert {"phase", "step", "n_steps", "card", "review", "completion_code"} <= set(
        state
    )
    assert set(state["card"]) == {"prompt", "picture", "seconds_left"}


def test_a_post_never_serves_the_next_card(api):
    assert api.start().json()["card"] is None
    assert api.look()["card"] is not None


def test_leaving_a_page_twice_leaves_it_once(api):
    first = api.post("continue", phase="instructions", stage="introduction", step=0)
    again = api.post("continue", phase="instructions", stage="introduction", step=0)

    assert first.json() == again.json()
    assert again.json()["page"] == "introduction"


@pytest.mark.parametrize(
    "changes", [{"phase": None}, {"stage": "end"}, {"step": -1}, {"step": "0"}]
)
def test_leaving_a_page_needs_its_key(api, changes):
    assert api.go_on(**changes).status_code == 400
    assert api.post("continue").status_code == 400
    assert api.look()["page"] == "instructions"


def test_neither_head_nor_prefetch_serves_a_card(api):
    api.start()

    api.client.head(api.url)
    api.client.get(api.url, headers={"Sec-Purpose": "prefetch;prerender"})
    api.client.get(api.url, headers={"X-Moz": "prefetch"})

    assert Response.objects.get().served_at is None


def test_a_conflict_is_409_with_a_code(api):
    api.start()
    api.answer()

    again = api.answer(step=1, answer="other")

    assert again.status_code == 409
    assert again.json()["code"] == "conflict"


def test_client_times_are_data_and_nonsense_among_them_costs_nothing(api):
    api.start()

    done = api.answer(client={"elapsed_ms": 12.5, "n_keys": "many", "evil": [1]})

    assert done.status_code == 200
    assert Response.objects.get(step=1).client == {"elapsed_ms": 12.5}


@pytest.mark.parametrize("value", [-5, 1e99, None, "x", True, [], 10**99])
def test_an_absurd_client_time_does_not_cost_the_answer(api, value):
    api.start()

    done = api.answer(client={"picture_delay_ms": value, "elapsed_ms": value})

    assert done.status_code == 200
    assert Response.objects.get(step=1).outcome == "wrong"


def test_events_are_stored_as_a_plain_table(api):
    done = api.post("events", events=[{"kind": "blur", "step": 0}, {"kind": "paste"}])

    assert done.json() == {"stored": 2}
    assert BrowserEvent.objects.count() == 2


def test_withdrawing_twice_is_fine(api):
    for _ in range(2):
        done = api.post("withdraw", keep_answers=False)

    assert done.json()["page"] == "withdrawn"
    assert api.go_on().status_code == 409


@pytest.mark.parametrize(
    "token", ["x", "x" * 5000, "%00", "a%ED%A0%80", "..", "' or 1"]
)
def test_unknown_tokens_are_all_the_same_404(client, db, token):
    refused = client.get(f"/api/v1/sessions/{token}/")

    assert refused.status_code == 404
    assert refused.json()["code"] == "not_found"


def test_an_expired_token_answers_as_an_unknown_one(api):
    TeachingSession.objects.get().tokens.update(expires_at="2020-01-01T00:00Z")

    expired = api.client.get(api.url)
    unknown = api.client.get("/api/v1/sessions/unknown/")

    assert expired.content == unknown.content
    assert expired.status_code == unknown.status_code == 404


def test_no_participant_gets_a_cookie_or_a_cached_page(api):
    responses = [api.joined, api.client.get(api.url), api.go_on()]

    assert not any(response.cookies for response in responses)
    assert {response["Cache-Control"] for response in responses} == {"no-store"}
    assert {response["Referrer-Policy"] for response in responses} == {"no-referrer"}


def test_cookies_and_csrf_play_no_part(study):
    client = Client(enforce_csrf_checks=True)
    client.cookies["sessionid"] = "somebody"

    joined = client.post(
        "/api/v1/sessions/", {"study": "study", "consent": True}, content_type=JSON
    )

    assert joined.status_code == 201


def test_pictures_are_public_immutable_and_silent(client, db):
    picture = Picture.objects.create(
        content=b"<svg/>", content_type="image/svg+xml", size=6, digest="0" * 64
    )

    shown = client.get(f"/pictures/{picture.pk}")

    assert shown.content == b"<svg/>"
    assert shown["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert shown["X-Content-Type-Options"] == "nosniff"
    assert "immutable" in shown["Cache-Control"]
    assert not {"ETag", "Last-Modified", "Content-Disposition"} & set(shown.headers)
    assert client.get(f"/pictures/{picture.pk}".replace("-", "")).status_code == 404


@pytest.mark.parametrize("address", ["/healthz", "/readyz"])
def test_health_can_be_asked(client, db, address):
    assert client.get(address).json() == {"status": "ok"}


def test_no_token_or_id_reaches_a_log(api, caplog):
    caplog.handler.addFilter(SecretsFilter())
    with caplog.at_level(logging.DEBUG):
        api.client.get(f"/api/v1/sessions/{api.token}x/")
        api.client.get(f"/nothing/?workerId=A1PLANTED&token={api.token}")
        logging.getLogger("django").error("at /s/%s/ for %s", api.token, api.token)

    assert caplog.records
    assert api.token not in caplog.text
    assert "A1PLANTED" not in caplog.text


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("GET /s/abc/answer/", "GET /s/[hidden]/answer/"),
        ("/api/v1/sessions/abc/", "/api/v1/sessions/[hidden]/"),
        ("/join/x/?workerId=A1", "/join/x/?[hidden]"),
    ],
)
def test_addresses_are_redacted(text, clean):
    assert redact(text) == clean


def test_a_database_that_fails_is_503_and_says_answers_are_safe(api, monkeypatch):
    def fail(**_):
        raise OperationalError("disk full")

    monkeypatch.setattr("studies.api.views.answer_card", fail)
    refused = api.raw("answers", '{"phase":"prequiz","step":1,"answer":"x"}')

    assert refused.status_code == 503
    assert "saved" in refused.json()["message"]


@pytest.mark.parametrize(
    ("accepts", "signature", "status"),
    [
        (True, sign_simulated("a"), 201),
        (False, sign_simulated("a"), 400),
        (True, "", 400),
        (True, sign_simulated("b"), 400),
    ],
)
def test_simulated_arrivals_need_leave_and_signature(
    client, db, accepts, signature, status
):
    make_study(accepts_simulated=accepts)
    recruiter = {"name": "simulated", "person": "a", "assignment": signature}
    body = {"study": "study", "consent": True, "recruiter": recruiter}

    assert client.post("/api/v1/sessions/", body, JSON).status_code == status
