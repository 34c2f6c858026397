"""Every request has an id and is counted; who has the token reads the counts."""

import os
from datetime import UTC, datetime, timedelta

import pytest
from django.db import OperationalError
from prometheus_client.parser import text_string_to_metric_families

from studies import tallies
from studies.models.sign import SignKind
from studies.services.operations import metrics
from studies.services.signs import give_sign, read_signs
from studies.tallies import SECONDS, Tallies
from tests.studies.api.participant import Api

TOKEN = {"Authorization": "Bearer of-the-watch"}
OF_A_PROXY = "0b7fe2d4-95c0-4b1e-8f5e-2c1d3a4b5c6d"
NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)


@pytest.fixture
def api(client, study):
    return Api(client, study)


@pytest.fixture(autouse=True)
def counts(monkeypatch):
    """Counts that begin with the test, and a token to read them."""
    fresh = Tallies()
    for module in ("config.watching", "studies.services.operations.metrics"):
        monkeypatch.setattr(f"{module}.TALLIES", fresh)
    for module in ("answering", "serving"):
        monkeypatch.setattr(f"studies.services.session.{module}.TALLIES", fresh)
    return fresh


@pytest.fixture
def read(client, settings):
    """What Prometheus makes of the metrics: values by name and labels."""
    settings.METRICS_TOKEN = "of-the-watch"

    def read():
        text = client.get("/metrics", headers=TOKEN).content.decode()
        return {
            (sample.name, *sorted(sample.labels.values())): sample.value
            for family in text_string_to_metric_families(text)
            for sample in family.samples
        }

    return read


def test_requests_are_counted_by_what_they_are_for(client, study, read):
    client.get("/join/study/")
    client.get("/nowhere")
    client.post("/s/unknown/answer/")

    found = read()

    assert found["forgetmenot_replies_total", "2xx", "join"] == 1
    assert found["forgetmenot_replies_total", "4xx", "other"] == 1
    assert found["forgetmenot_request_seconds_count", "answer"] == 1
    assert found["forgetmenot_request_seconds_bucket", "+Inf", "join"] == 1
    assert 0 < found["forgetmenot_request_seconds_sum", "join"] < 60


def test_people_inside_and_what_became_of_their_cards_are_counted(api, read):
    api.start()
    api.answer()
    api.answer(answer="", dont_know=True)

    found = read()

    assert found["forgetmenot_cards_closed_total", "wrong"] == 1
    assert found["forgetmenot_cards_closed_total", "dont_know"] == 1
    assert found["forgetmenot_sessions", "prequiz"] == 1
    assert found["forgetmenot_sessions", "learning"] == 0
    assert found["forgetmenot_database_up",] == 1


def test_an_answer_that_is_sent_again_is_counted_once(api, counts):
    api.start()
    for _ in range(3):
        assert api.answer(step=1).status_code == 200

    assert counts.cards()["wrong"] == 1


def test_the_background_says_how_it_is(db, read):
    give_sign(SignKind.SWEEP, now=NOW)
    give_sign(SignKind.MISSED, now=NOW, n=3)
    give_sign(SignKind.MISSED, now=NOW, n=2)

    assert read_signs()["missed"].n_times == 5
    text = metrics.expose(now=NOW + timedelta(seconds=7))
    assert "forgetmenot_sweep_age_seconds 7\n" in text
    assert "forgetmenot_cards_swept_total 5\n" in text
    assert "forgetmenot_queue_length 0\n" in text


def test_a_database_that_is_away_is_told(db, read, monkeypatch):
    def fail():
        raise OperationalError

    monkeypatch.setattr(metrics, "read_signs", fail)
    found = read()

    assert found["forgetmenot_database_up",] == 0
    assert ("forgetmenot_cards_closed_total", "correct") in found


@pytest.mark.parametrize(
    "headers", [{}, {"Authorization": "Bearer wrong"}, {"Authorization": "Bearer "}]
)
def test_whoever_has_no_token_finds_nothing(client, db, settings, headers):
    for token in ("of-the-watch", ""):
        settings.METRICS_TOKEN = token
        assert client.get("/metrics", headers=headers).status_code == 404
    missing = client.get("/nothing-at-all").content
    assert client.get("/metrics").content == missing


def test_the_metrics_are_read_without_https_by_any_address(client, db, settings):
    settings.METRICS_TOKEN = "of-the-watch"
    settings.SECURE_SSL_REDIRECT = True

    shown = client.get("/metrics", headers={**TOKEN, "Host": "172.18.0.7:8000"})

    assert shown.status_code == 200
    assert shown["Content-Security-Policy"] == "default-src 'none'"
    assert shown["Cache-Control"] == "no-store"


def test_a_wrong_token_finds_nothing_without_https_either(client, db, settings):
    settings.METRICS_TOKEN = "of-the-watch"
    settings.SECURE_SSL_REDIRECT = True

    wrong = {"Authorization": "Bearer wrong", "Host": "172.18.0.7:8000"}

    assert client.get("/metrics", headers=wrong).status_code == 404


def test_processes_count_for_themselves_and_together():
    counts = Tallies()
    child = os.fork()
    if not child:
        counts.begin_process(1)
        for _ in range(500):
            counts.count_request("join", seconds=0.02, status=200)
        os._exit(0)
    for _ in range(500):
        counts.count_request("join", seconds=SECONDS[0], status=503)
    os.waitpid(child, 0)

    buckets, seconds, statuses = counts.requests("join")

    assert (buckets[0], sum(buckets)) == (500, 1000)
    assert seconds == pytest.approx(500 * (0.02 + SECONDS[0]))
    assert (statuses["2xx"], statuses["5xx"]) == (500, 500)
    assert counts.requests("other")[0] == [0] * (len(tallies.SECONDS) + 1)


@pytest.mark.parametrize(
    ("told", "is_taken"),
    [
        (OF_A_PROXY, True),
        (OF_A_PROXY.replace("-", ""), True),
        ("5f1c0a9b8d7e6f5a4b3c2d1e", False),
        ("A1PLANTED", False),
        ("x" * 43, False),
        ("", False),
        (f"{OF_A_PROXY}\r\nSet-Cookie: a=b", False),
    ],
)
def test_an_id_is_taken_from_a_proxy_alone_and_made_otherwise(
    client, db, settings, told, is_taken
):
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    shown = client.get("/healthz", HTTP_X_REQUEST_ID=told)["X-Request-ID"]
    settings.SECURE_PROXY_SSL_HEADER = None
    made = client.get("/healthz", HTTP_X_REQUEST_ID=told)["X-Request-ID"]

    assert (shown == told) == is_taken
    assert made != told
    assert len(made) == 32
