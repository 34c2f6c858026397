"""What browsers send, parsed."""

import json
from typing import Any

from django.http import QueryDict

from studies.errors import InvalidError, WrongPageError
from studies.limits import (
    MAX_CLIENT_JSON,
    MAX_EVENTS_PER_REQUEST,
    is_step,
)
from studies.models.log import EventKind
from studies.models.session import Phase
from studies.phases import PageKey
from studies.services.participation.events import Event
from studies.services.session.submission import (
    Submission,
    clean_client,
    is_sane_number,
)

ANSWER_FIELD = "answer-"


def read_submission(data: QueryDict) -> Submission:
    """The answer in a card's form; its text comes under another name on every card."""
    phase, step = read_key(data)
    return Submission(
        phase=phase,
        step=step,
        text=typed_text(data),
        dont_know=bool(data.get("dont_know")),
        auto_submitted=bool(data.get("auto")),
        client=clean_client(_read_json(data.get("client", "")[:MAX_CLIENT_JSON])),
    )


def read_key(data: QueryDict) -> tuple[str, int]:
    """Which card a form is about."""
    try:
        step = int(data.get("step", ""))
    except ValueError as error:
        raise InvalidError from error
    if not is_step(step):
        raise InvalidError
    return data.get("phase", ""), step


def read_page_key(data: QueryDict) -> PageKey:
    """Which page a form leaves; a form that cannot tell is of another page."""
    try:
        phase, step = read_key(data)
    except InvalidError as error:
        raise WrongPageError from error
    return PageKey(phase, data.get("stage", ""), step)


def typed_text(data: QueryDict) -> str:
    """The text of the field that is an answer, whatever this card calls it."""
    names = (name for name in data if name.startswith(ANSWER_FIELD))
    return data.get(next(names, ""), "")


def read_events(body: bytes) -> list[Event]:
    """The events of a request, or an error if one of them is none."""
    rows = _read_json(body)
    if not isinstance(rows, list) or len(rows) > MAX_EVENTS_PER_REQUEST:
        raise InvalidError
    return [_read_event(row) for row in rows]


def _read_event(row: Any) -> Event:
    if not isinstance(row, dict):
        raise InvalidError
    event = Event(
        kind=row.get("kind", ""),
        phase="" if row.get("phase") is None else row["phase"],
        step=row.get("step"),
        client_ms=row.get("client_ms"),
    )
    if not _is_known(event) or not _has_numbers(event):
        raise InvalidError
    return event


def _is_known(event: Event) -> bool:
    is_somewhere = event.phase == "" or event.phase in Phase.values
    return event.kind in EventKind.values and is_somewhere


def _has_numbers(event: Event) -> bool:
    is_timed = event.client_ms is None or is_sane_number(event.client_ms)
    return is_timed and (event.step is None or is_step(event.step))


def _read_json(text: str | bytes) -> Any:
    try:
        return json.loads(text) if text else None
    except (ValueError, RecursionError):
        return None
