"""Requests that are not as they should be are refused, and cost nobody anything."""

import json

import pytest

from studies.models import Response, TeachingSession
from tests.studies.api.participant import JSON

pytestmark = pytest.mark.django_db
MALFORMED = {
    "broken": "{",
    "empty": "",
    "list": "[]",
    "text": '"x"',
    "deep list": "[" * 50_000,
    "deep object": '{"a":' * 30_000,
    "deep client": '{"phase":"prequiz","step":1,"client":' + '{"a":' * 20_000,
    "nan": '{"phase":"prequiz","step":NaN,"answer":"x"}',
    "infinite": '{"phase":"prequiz","step":Infinity,"answer":"x"}',
    "long number": '{"phase":"prequiz","step":' + "9" * 5000 + ',"answer":"x"}',
    "2**63": '{"phase":"prequiz","step":9223372036854775808,"answer":"x"}',
    "float step": '{"phase":"prequiz","step":1.5,"answer":"x"}',
    "true step": '{"phase":"prequiz","step":true,"answer":"x"}',
    "text step": '{"phase":"prequiz","step":"1","answer":"x"}',
    "nul": '{"phase":"prequiz","step":1,"answer":"a\\u0000b"}',
    "surrogate phase": '{"phase":"\\ud800","step":1,"answer":"x"}',
    "surrogate client": '{"phase":"prequiz","step":1,"client":{"\\udfff":1}}',
    "surrogate": '{"phase":"prequiz","step":1,"answer":"\\ud800"}',
    "list answer": '{"phase":"prequiz","step":1,"answer":["x"]}',
    "number answer": '{"phase":"prequiz","step":1,"answer":5}',
    "long answer": '{"phase":"prequiz","step":1,"answer":"' + "x" * 100_000 + '"}',
    "wrong phase": '{"phase":"debrief","step":1,"answer":"x"}',
    "nul phase": '{"phase":"a\\u0000","step":1,"answer":"x"}',
    "list phase": '{"phase":[],"step":1,"answer":"x"}',
    "text truth": '{"phase":"prequiz","step":1,"answer":"x","dont_know":"yes"}',
    "list client": '{"phase":"prequiz","step":1,"answer":"x","client":[]}',
    "latin 1": b'{"phase":"prequiz","step":1,"answer":"\xe4"}',
}


def test_malformed_answers_are_400(api):
    api.start()
    api.look()

    for what, text in MALFORMED.items():
        refused = api.raw("answers", text)

        assert refused.status_code == 400, what
        assert set(refused.json()) >= {"code", "message"}, what
        assert Response.objects.get().outcome is None, what


def test_of_the_same_key_twice_the_last_one_counts(api):
    api.start()
    api.look()

    taken = api.raw("answers", '{"phase":"prequiz","step":1,"answer":"a","answer":"b"}')

    assert taken.status_code == 200
    assert Response.objects.get(step=1).text == "b"


def test_three_megabytes_are_413(api):
    refused = api.raw("answers", json.dumps({"answer": "x" * 3_000_000}))

    assert refused.status_code == 413


def test_another_content_type_is_415(api):
    others = ("text/plain", "multipart/form-data; boundary=x", "application/xml", "")
    for kind in others:
        assert api.raw("answers", '{"a":1}', kind).status_code == 415, kind


JOINS = [
    {"study": "study"},
    {"study": "study", "consent": "true"},
    {"study": "study", "consent": False},
    {"study": "a\x00b", "consent": True},
    {"study": "\ud800", "consent": True},
    {"study": ["study"], "consent": True},
    {"study": "study", "consent": True, "recruiter": {"name": "\ud800"}},
    {"study": "x" * 51, "consent": True},
    {"study": "study", "consent": True, "recruiter": []},
    {"study": "study", "consent": True, "recruiter": {"name": "nobody"}},
    {"study": "study", "consent": True, "recruiter": {"nonce": "a\x00"}},
    {"study": "study", "consent": True, "recruiter": {"name": "mturk"}},
]


def test_malformed_joins_are_400(client, study):
    for body in JOINS:
        refused = client.post("/api/v1/sessions/", json.dumps(body), content_type=JSON)

        assert refused.status_code == 400, body
        assert not TeachingSession.objects.exists(), body


EVENTS = [
    "x",
    [{"kind": "nothing"}],
    [{"kind": "\ud800"}],
    [{"kind": "blur", "step": -1}],
    [{"kind": "blur", "step": 2**31}],
    [{"kind": "blur", "client_ms": 1e300}],
    [{"kind": "blur", "client_ms": 10**400}],
    [{"kind": "blur", "client_ms": "1"}],
    [{"kind": "blur"}] * 101,
    [{"kind": "blur", "phase": "a\x00"}],
    [5],
]


def test_malformed_events_are_400(api):
    for events in EVENTS:
        assert api.post("events", events=events).status_code == 400, events


ANSWERS = [
    {"q\x00": "a"},
    {"q": 5},
    {"q": None},
    {"q": "\ud800"},
    {"\ud800": "a"},
    {"\ud800": 5},
    [],
    "a",
]


def test_malformed_questionnaires_are_400(api):
    for answers in ANSWERS:
        assert api.post("questionnaire", answers=answers).status_code == 400, answers
