"""Log lines: one object each, with the request's id and nobody's secrets."""

import json
import logging
from io import StringIO

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.logs import ACCESS, JsonFormatter, PlainFormatter, check_format
from studies.redaction import SecretsFilter
from studies.request_ids import begin_request, end_request

TOKEN = "Yq3v0pZr7wLk2mXc9bTn5hJd8fGs1aQe4uRi6oPzVxA"


@pytest.fixture
def lines():
    """What is written while the test lasts, as it is written in production."""
    written = []

    class Keeping(logging.Handler):
        def emit(self, record):
            written.append(self.format(record))

    handler = Keeping()
    handler.setFormatter(JsonFormatter())
    handler.addFilter(SecretsFilter())
    loggers = [logging.getLogger(name) for name in ("", "django")]
    for logger in loggers:
        logger.addHandler(handler)
    yield written
    for logger in loggers:
        logger.removeHandler(handler)


def test_each_line_of_a_request_has_the_id_that_its_reply_tells(client, db, lines):
    reply = client.get("/nowhere")

    (line,) = map(json.loads, lines)
    assert line["request"] == reply["X-Request-ID"]
    assert line["level"] == "warning"
    assert line["logger"] == "django.request"
    assert line["message"] == "Not Found: /nowhere"
    assert line["time"].endswith("+00:00")


def test_outside_of_a_request_no_id_is_told(client, db, lines):
    client.get("/healthz")
    logging.getLogger("studies").warning("The worker begins")

    assert "request" not in json.loads(lines[-1])


def test_no_secret_is_in_a_line_whatever_it_tells_of(client, db, lines):
    client.get(f"/s/{TOKEN}/?workerId=A1PLANTED")
    client.get(f"/nothing/?PROLIFIC_PID=A1PLANTED&token={TOKEN}")
    try:
        raise ValueError(f"at /join/x/?workerId=A1PLANTED with {TOKEN}")
    except ValueError:
        logging.getLogger("studies").exception("It failed\nfor %s", TOKEN)

    assert len(lines) == 3
    written = "".join(lines)
    assert "ValueError" in written
    assert TOKEN not in written
    assert "A1PLANTED" not in written
    assert all("\n" not in line for line in lines)


@pytest.mark.parametrize(
    "told",
    [
        "DETAIL:  Key (study_id, key)=(9, A1PLANTED) already exists.",
        "DETAIL:  Failing row contains (9, A1PLANTED (x), 2026-03-01).",
    ],
)
def test_what_a_database_quotes_of_a_refused_row_is_in_no_line(lines, told):
    try:
        raise ValueError(told)
    except ValueError:
        logging.getLogger("studies").exception("It failed: %s", told)

    assert "A1PLANTED" not in lines[0]
    assert told[:15] in lines[0]


@pytest.mark.parametrize("name", ["studies", "django.request", "django.server"])
def test_every_line_of_this_process_is_written_without_secrets(monkeypatch, name):
    logger, written = logging.getLogger(name), StringIO()
    for handler in _handlers_of(logger):
        if type(handler) is logging.StreamHandler:
            monkeypatch.setattr(handler, "stream", written)
            monkeypatch.setattr(handler, "formatter", PlainFormatter())

    logger.error("at /s/%s/ and /join/x/?workerId=A1PLANTED", TOKEN)

    assert f"ERROR {name} at /s/[hidden]/ and /join/x/?[hidden]" in written.getvalue()


def _handlers_of(logger):
    while logger is not None:
        yield from logger.handlers
        logger = logger.parent if logger.propagate else None


def test_people_read_words(db):
    record = logging.LogRecord("x", logging.INFO, "", 0, "Hello", (), None)

    begin_request("ab12")
    assert PlainFormatter().format(record) == "INFO x Hello [ab12]"
    end_request()
    assert PlainFormatter().format(record) == "INFO x Hello"


@pytest.mark.parametrize("form", ACCESS.values())
def test_a_line_for_a_request_names_no_address(form):
    told = {"t": "now", "m": "GET", "s": "200", "B": 7, "L": "0.1"}
    told |= dict.fromkeys(("r", "U", "q", "f", "h", "a"), "A1PLANTED")

    line = form % {**told, "{x-request-id}o": "ab12"}

    assert "A1PLANTED" not in line
    assert "ab12" in line


def test_an_unknown_form_of_lines_is_refused():
    with pytest.raises(ImproperlyConfigured, match="LOG_FORMAT must be json or plain"):
        check_format("xml")
