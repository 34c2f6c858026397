"""A participant's pages as their browser reads them: which page, which form is next."""

import json
import re
from dataclasses import dataclass, field
from html import unescape
from random import Random
from urllib.parse import urlencode

from django.utils.functional import cached_property

from bench.connection import Request

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
# As htmx sends them; the answer form is its own target, the others have no id.
SWAP = {"HX-Request": "true", "HX-Current-URL": "http://127.0.0.1/"}
SWAP_ANSWER = {**SWAP, "HX-Trigger": "answer-form", "HX-Target": "answer-form"}
RECALLED_ONCE_SEEN = 0.7
GUESS = "Haus"

_ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')
_FACE = re.compile(r'<div [^>]*\bid="face"[^>]*>')
_KEYS = re.compile(r'<div ([^>]*\bid="keys"[^>]*)>(.*?)</div>', re.DOTALL)
_HIDDEN = re.compile(r'<input [^>]*\btype="hidden"[^>]*>')
_CHOICE = re.compile(r'<input [^>]*\btype="radio"[^>]*>')
_TEXTAREA = re.compile(r'<textarea [^>]*name="([^"]+)"')
_CONTINUE = re.compile(r'<form[^>]*action="[^"]*/continue/".*?</form>', re.DOTALL)
_PROMPT = re.compile(r'id="prompt"[^>]*>([^<]*)<')
_ANSWER = re.compile(r"<strong[^>]*>([^<]*)</strong>")
_LOADED = re.compile(r'"(/(?:pictures|static)/[^"]+)"')
_SIGNS = (
    ("questionnaire", re.compile(r'action="[^"]*/questionnaire/"')),
    ("paused", re.compile("data-resume")),
    ("completed", re.compile('id="code"')),
    ("text", _CONTINUE),
)


@dataclass(frozen=True)
class Page:
    """A page, or the part of one that a swap brought."""

    html: str

    @cached_property
    def face(self) -> dict[str, str]:
        """The attributes of the card or review; empty on other pages."""
        found = _FACE.search(self.html)
        return dict(_ATTRIBUTE.findall(found[0])) if found else {}

    @cached_property
    def kind(self) -> str:
        if self.face:
            return self.face["data-page"]
        signs = (kind for kind, sign in _SIGNS if sign.search(self.html))
        return next(signs, "unknown")

    @property
    def phase(self) -> str:
        return self.face["data-phase"]

    @property
    def step(self) -> int:
        return int(self.face["data-step"])

    @property
    def seconds_left(self) -> float | None:
        seconds = self.face.get("data-seconds")
        return None if seconds is None else float(seconds)

    @property
    def loaded(self) -> list[str]:
        """What a browser fetches with the page, once."""
        return _LOADED.findall(self.html)

    @property
    def prompt(self) -> str:
        return _first(_PROMPT, self.html)

    @property
    def correct_answer(self) -> str:
        return unescape(_first(_ANSWER, self.html))


def hidden_fields(html: str) -> dict[str, str]:
    """The hidden inputs of a form."""
    tags = (dict(_ATTRIBUTE.findall(tag)) for tag in _HIDDEN.findall(html))
    return {tag["name"]: unescape(tag.get("value", "")) for tag in tags}


def _first(pattern: re.Pattern[str], html: str) -> str:
    found = pattern.search(html)
    return found[1] if found else ""


def join_request(slug: str) -> Request:
    return Request(f"/join/{slug}/")


def consent_request(slug: str, html: str) -> Request:
    fields = {**hidden_fields(html), "consent": "yes"}
    return Request(f"/join/{slug}/", urlencode(fields).encode(), FORM)


@dataclass
class Guest:
    """Somebody who takes part at ``address``, and recalls much of what they saw."""

    address: str
    random: Random
    with_javascript: bool = True
    _seen: dict[str, str] = field(default_factory=dict)

    def next_request(self, page: Page) -> Request:
        """The form they send from ``page``."""
        if page.kind == "card":
            return self._answer(page)
        if page.kind == "review":
            self._seen[page.prompt] = page.correct_answer
            return self._go_on(page, SWAP)
        if page.kind == "questionnaire":
            return self._answer_questions(page)
        if page.kind == "paused":
            return Request(self.address)
        return self._go_on(page, {})

    def events_request(self, events: list[dict[str, object]]) -> Request:
        """What ``navigator.sendBeacon`` makes of them."""
        kind = {"Content-Type": "application/json"}
        return Request(f"{self.address}events/", json.dumps(events).encode(), kind)

    def _answer(self, page: Page) -> Request:
        attributes, inputs = self._keys(page)
        text = self._recall(page)
        fields = {**hidden_fields(inputs), attributes["data-field"]: text}
        if self.with_javascript:
            fields["client"] = json.dumps(_client_numbers(text))
        if not text:
            fields["dont_know"] = "1"
        return self._post("answer/", fields, SWAP_ANSWER)

    def _keys(self, page: Page) -> tuple[dict[str, str], str]:
        found = _KEYS.search(page.html)
        if found is None:
            raise ValueError("the card has no keys")
        return dict(_ATTRIBUTE.findall(found[1])), found[2]

    def _recall(self, page: Page) -> str:
        if self.random.random() < RECALLED_ONCE_SEEN:
            return self._seen.get(page.prompt, GUESS)
        return self.random.choice(["", GUESS])

    def _go_on(self, page: Page, swap: dict[str, str]) -> Request:
        form = _CONTINUE.search(page.html)
        return self._post("continue/", hidden_fields(form[0] if form else ""), swap)

    def _answer_questions(self, page: Page) -> Request:
        choices = [dict(_ATTRIBUTE.findall(tag)) for tag in _CHOICE.findall(page.html)]
        fields = {choice["name"]: unescape(choice["value"]) for choice in choices}
        fields |= dict.fromkeys(_TEXTAREA.findall(page.html), "fine")
        return self._post("questionnaire/", fields, {})

    def _post(self, part: str, fields: dict[str, str], swap: dict[str, str]) -> Request:
        headers = {**FORM, **(swap if self.with_javascript else {})}
        return Request(f"{self.address}{part}", urlencode(fields).encode(), headers)


def _client_numbers(text: str) -> dict[str, int]:
    return {
        "picture_delay_ms": 40,
        "elapsed_ms": 4000,
        "first_key_ms": 1500 if text else -1,
        "n_keys": len(text),
        "n_pastes": 0,
        "n_blurs": 0,
    }
