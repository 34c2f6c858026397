"""How log lines look: one JSON object each where machines read them."""

import json
import logging
from datetime import UTC, datetime

from django.core.exceptions import ImproperlyConfigured

from studies.redaction import redact
from studies.request_ids import current_id

FORMATS = ("json", "plain")
# Of gunicorn's words for a request none that holds an address: t is the time, m the
# method, s the status, B the length, L the seconds, the last one the request's id.
ACCESS = {
    "plain": "%(t)s %(m)s %(s)s %(B)s %(L)s %({x-request-id}o)s",
    "json": json.dumps(
        {
            "time": "%(t)s",
            "logger": "access",
            "method": "%(m)s",
            "status": "%(s)s",
            "bytes": "%(B)s",
            "seconds": "%(L)s",
            "request": "%({x-request-id}o)s",
        }
    ),
}


def check_format(name: str) -> str:
    """``name`` itself, or an error for what nobody writes."""
    if name not in FORMATS:
        raise ImproperlyConfigured(f"LOG_FORMAT must be json or plain, got {name!r}")
    return name


class UnknownHostFilter(logging.Filter):
    """Whoever scans the net asks by any name: that is a line each, and no fault."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.exc_info = record.exc_text = None
        return True


class PlainFormatter(logging.Formatter):
    """A line for people, with the request's id at its end."""

    def __init__(self) -> None:
        super().__init__("{levelname} {name} {message}", style="{")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        line, request_id = super().formatMessage(record), current_id()
        return f"{line} [{request_id}]" if request_id else line


class JsonFormatter(logging.Formatter):
    """One object in one line. Nothing of it is taken from the request's address."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC)
        line = {
            "time": at.isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": redact(record.getMessage()),
            "request": current_id(),
            "error": _told_error(record),
        }
        return json.dumps({name: text for name, text in line.items() if text})


def _told_error(record: logging.LogRecord) -> str:
    if record.exc_info and not record.exc_text:
        record.exc_text = logging.Formatter().formatException(record.exc_info)
    return redact(record.exc_text or "")


FORMATTERS: dict[str, type[logging.Formatter]] = {
    "plain": PlainFormatter,
    "json": JsonFormatter,
}
