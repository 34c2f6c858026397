"""What every page for participants shares: headers, no script, kind errors."""

import pytest
from django.db import OperationalError

from studies.models.study import StudyState
from studies.services.design.lifecycle import change_study_state
from tests.studies.factories import make_study
from tests.studies.views.visiting import start, url

pytestmark = pytest.mark.django_db


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


def test_errors_speak_the_participants_language(client, db):
    study = make_study(language="de", contact="labor@example.org")
    change_study_state(study_id=study.pk, state=StudyState.CLOSED)

    page = client.get("/join/study/").content.decode()
    unknown = client.get("/s/x/", headers={"Accept-Language": "de"}).content.decode()

    assert "Die Studie ist beendet" in page
    assert "labor@example.org" in page
    assert "Diese Seite gibt es nicht" in unknown


def test_a_database_in_trouble_is_a_page_that_says_answers_are_safe(
    client, person, monkeypatch
):
    def fail(**_):
        raise OperationalError("disk full")

    monkeypatch.setattr("studies.views.session.show_session", fail)

    response = client.get(url("session", person))

    assert response.status_code == 503
    assert b"Your answers so far are saved" in response.content
