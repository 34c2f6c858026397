"""What browsers send, parsed."""

import json
from typing import Any

from django import forms

from studies.errors import InvalidError
from studies.models.log import EventKind
from studies.models.response import CARD_PHASES
from studies.models.session import Phase
from studies.services.session.answering import Submission
from studies.services.session.client_numbers import LARGEST_CLIENT_NUMBER, clean_client
from studies.services.session.events import Event

MAX_ANSWER = 200
MAX_STEP = 2**31 - 1
MAX_EVENTS = 100
ANSWER_FIELD = "answer-"


class AnswerForm(forms.Form):
    """The answer to a card; its text comes under another name on every card."""

    phase = forms.ChoiceField(choices=[(p.value, p.value) for p in CARD_PHASES])
    step = forms.IntegerField(min_value=1, max_value=MAX_STEP)
    text = forms.CharField(max_length=MAX_ANSWER, required=False, strip=False)
    dont_know = forms.BooleanField(required=False)
    auto = forms.BooleanField(required=False)
    paused = forms.BooleanField(required=False)
    client = forms.CharField(max_length=2000, required=False)

    @classmethod
    def of(cls, data: Any) -> "AnswerForm":
        return cls({**data.dict(), "text": typed_text(data)})

    def submission(self) -> Submission:
        data = self.cleaned_data
        client = clean_client(_read_json(data["client"]))
        text = "" if data["dont_know"] else data["text"]
        return Submission(
            phase=data["phase"],
            step=data["step"],
            text=text if text.strip() else "",
            dont_know=data["dont_know"],
            auto_submitted=data["auto"],
            picture_delay_ms=max(0, int(client.get("picture_delay_ms", 0))),
            client=client,
        )


class EventForm(forms.Form):
    kind = forms.ChoiceField(choices=EventKind.choices)
    phase = forms.ChoiceField(choices=Phase.choices, required=False)
    step = forms.IntegerField(min_value=0, max_value=MAX_STEP, required=False)
    client_ms = forms.FloatField(
        min_value=-LARGEST_CLIENT_NUMBER,
        max_value=LARGEST_CLIENT_NUMBER,
        required=False,
    )


def typed_text(data: Any) -> str:
    """The text of the field that is an answer, whatever this card calls it."""
    names = (name for name in data if name.startswith(ANSWER_FIELD))
    return str(data.get(next(names, ""), ""))


def read_events(body: bytes) -> list[Event]:
    """The events of a request, or an error if one of them is none."""
    rows = _read_json(body)
    if not isinstance(rows, list) or len(rows) > MAX_EVENTS:
        raise InvalidError
    return [_read_event(row) for row in rows]


def _read_event(row: Any) -> Event:
    form = EventForm(row if isinstance(row, dict) else {})
    if not form.is_valid():
        raise InvalidError
    return Event(**form.cleaned_data)


def _read_json(text: str | bytes) -> Any:
    try:
        return json.loads(text) if text else None
    except (ValueError, RecursionError):
        return None
