"""Lines of the log that an operator reads first."""

import json
import logging
import sys

import pytest
from django.core.management.base import OutputWrapper

from config.logs import JsonFormatter
from studies.management.chores import as_log_lines


@pytest.fixture
def lines():
    """What is written while the test lasts, as it is written in production."""
    written = []

    class Keeping(logging.Handler):
        def emit(self, record):
            written.append(json.loads(JsonFormatter().format(record)))

    handler = Keeping()
    loggers = [logging.getLogger(name) for name in ("", "django")]
    for logger in loggers:
        logger.addHandler(handler)
    yield written
    for logger in loggers:
        logger.removeHandler(handler)


def test_an_unknown_name_of_the_site_is_one_line_and_no_fault(client, lines):
    client.get("/join/study/", headers={"Host": "evil.example.com"})

    told = [line for line in lines if line["logger"].endswith("DisallowedHost")]
    assert [line["level"] for line in told] == ["warning"]
    assert "error" not in told[0]


def test_what_the_worker_says_is_a_line_like_others(settings, lines, capsys):
    settings.LOG_FORMAT = "json"

    as_log_lines(OutputWrapper(sys.stderr), logging.ERROR).write("No backup was made.")

    (line,) = lines
    assert (line["level"], line["message"]) == ("error", "No backup was made.")
    assert "time" in line


def test_people_read_what_the_worker_says_as_it_is(settings, capsys):
    settings.LOG_FORMAT = "plain"

    as_log_lines(OutputWrapper(sys.stdout), logging.INFO).write("Swept.")

    assert capsys.readouterr().out == "Swept.\n"
