"""Responses: one row per card, with what was known of its concept by then."""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from studies.models import LogEntry, Response, TeachingSession
from studies.models.log import LogKind
from studies.models.response import Outcome
from studies.models.session import CARD_PHASES, Phase
from studies.services.export.cells import milliseconds
from studies.services.export.columns import (
    Row,
    Table,
    choice,
    duration,
    flag,
    moment,
    number,
    of_people,
    text,
    whole,
)
from studies.services.export.source import Page, Source
from studies.services.export.tables.shared import (
    ARM,
    CONCEPT,
    DISTANCE,
    GRADING_VERSION,
    LEVEL,
    PARTICIPANT,
    PHASE,
    POSITION,
    RULE,
    STEP,
    arm_of,
)
from studies.services.people.belief import recall_when_shown
from studies.services.session.submission import CLIENT_NUMBERS

_PLAIN = (
    *("outcome", "text", "late_text", "dont_know", "auto_submitted", "rule"),
    *("distance", "matched", "typed_article", "too_general", "grading_version"),
)
_MOMENTS = ("chosen", "served", "deadline", "closed", "review", "late")
_CONCEPT = ("number", "prompt", "article", "answer", "level")
_FIELDS = (
    *("pk", "session_id", "phase", "step", "shown__position", "client"),
    *(f"shown__concept__{name}" for name in _CONCEPT),
    *(f"{name}_at" for name in _MOMENTS),
    *("picture_delay_ms", *_PLAIN),
)
# A row of ``_FIELDS``: making models of all cards took longer than writing them.
_Card = Any
_Reviews = dict[tuple[int, str, int], datetime]

COLUMNS = (
    *(PARTICIPANT, ARM, PHASE, STEP, POSITION, CONCEPT),
    text("prompt", "What the card shows, beside its picture"),
    text("answer", "The right answer"),
    LEVEL,
    choice("outcome", "What became of the card; empty while it is open", Outcome),
    flag("recalled", "Whether the outcome is correct; empty while the card is open"),
    text("text", "What was typed"),
    text("late_text", "What came after the card was closed as missed"),
    flag("dont_know", "Whether “I don’t know” was pressed"),
    flag("auto_submitted", "Whether the page sent the text because time was up"),
    *(RULE, DISTANCE),
    text("matched", "The accepted answer that the text was matched with"),
    text("typed_article", "The article that was typed"),
    text("too_general", "The answer in the deck's list of too general ones"),
    GRADING_VERSION,
    duration("response_ms", "From being served to being closed, by the server"),
    duration("review_ms", "How long the right answer was looked at"),
    duration("picture_delay_ms", "What the picture took to appear, as far as believed"),
    whole("n_showings", "How often the concept was taught before this card"),
    whole("cards_since_shown", "Cards since the concept was last taught"),
    duration("ms_since_shown", "From the closing of its last taught card to this card"),
    number("believed_recall", "Recall that the teacher believed in just before"),
    *(
        number(f"theta_{name}", f"What the teacher believes of the concept: {words}")
        for name, words in (
            ("a", "gain by a recall"),
            ("b", "gain by a failure"),
            ("c", "beginning"),
        )
    ),
    moment("chosen_at_ms", "When the card was chosen"),
    moment("served_at_ms", "When it was shown"),
    moment("deadline_at_ms", "When its time was over"),
    moment("closed_at_ms", "When it was closed"),
    moment("review_at_ms", "When the right answer was shown"),
    moment("late_at_ms", "When the late text came"),
    *(
        number(f"client_{name}", f"{name}, as the browser told it; never believed")
        for name in CLIENT_NUMBERS
    ),
)


@dataclass(frozen=True)
class _Taught:
    """The earlier showings of a concept in the learning phase."""

    n_showings: int = 0
    last_card: int | None = None
    last_at: datetime | None = None


def _read(source: Source, page: Page) -> Iterator[Row]:
    cards = _read_cards(page)
    reviewed = _read_reviews(page)
    for session in page:
        yield from _rows_of(session, cards[session.pk], reviewed)


def _read_cards(page: Page) -> dict[int, list[_Card]]:
    rows = Response.objects.filter(session__in=page).order_by("session_id", "step")
    cards: dict[int, list[_Card]] = defaultdict(list)
    for card in rows.values_list(*_FIELDS, named=True):
        cards[card.session_id].append(card)
    order = {phase.value: place for place, phase in enumerate(CARD_PHASES)}
    for own in cards.values():
        own.sort(key=lambda card: order[card.phase])
    return cards


def _read_reviews(page: Page) -> _Reviews:
    """When each review ended, by session, phase and step."""
    entries = LogEntry.objects.filter(session__in=page, kind=LogKind.REVIEWED)
    ends: _Reviews = {}
    for key, at, payload in entries.values_list("session_id", "at", "payload"):
        told = json.loads(payload or "{}")
        ends[key, told.get("phase", ""), told.get("step", 0)] = at
    return ends


def _rows_of(
    session: TeachingSession, cards: Sequence[_Card], reviewed: _Reviews
) -> Iterator[Row]:
    believed = _beliefs(session, cards)
    taught: dict[int, _Taught] = {}
    for place, card in enumerate(cards, start=1):
        position = card.shown__position
        before = taught.get(position, _Taught())
        ended = reviewed.get((session.pk, card.phase, card.step))
        yield {
            **_what(session, card),
            **_when(session, card),
            "review_ms": milliseconds(ended, card.review_at),
            "believed_recall": believed.get(card.pk),
            **_before(card, place, before),
        }
        if card.phase == Phase.LEARNING and card.closed_at is not None:
            taught[position] = _Taught(before.n_showings + 1, place, card.closed_at)


def _what(session: TeachingSession, card: _Card) -> dict[str, Any]:
    theta = _theta(session, card)
    answer = f"{card.shown__concept__article} {card.shown__concept__answer}"
    client = card.client if isinstance(card.client, dict) else {}
    return {
        "participant": session.participant.pseudonym,
        "arm": arm_of(session),
        "phase": card.phase,
        "step": card.step,
        "position": card.shown__position,
        "concept": card.shown__concept__number,
        "prompt": card.shown__concept__prompt,
        "answer": answer.strip(),
        "level": card.shown__concept__level,
        **{name: getattr(card, name) for name in _PLAIN},
        "recalled": _is_right(card) if card.closed_at is not None else None,
        **dict(zip(("theta_a", "theta_b", "theta_c"), theta, strict=True)),
        **{f"client_{name}": client.get(name) for name in CLIENT_NUMBERS},
    }


def _is_right(card: _Card) -> bool:
    return bool(card.outcome == Outcome.CORRECT)


def _theta(session: TeachingSession, card: _Card) -> Sequence[float | None]:
    if not session.teaching:
        return (None, None, None)
    theta: Sequence[float] = session.teaching["theta"][card.shown__position]
    return theta


def _when(session: TeachingSession, card: _Card) -> dict[str, Any]:
    start = session.consented_at
    return {
        **{
            f"{name}_at_ms": milliseconds(getattr(card, f"{name}_at"), start)
            for name in _MOMENTS
        },
        "response_ms": milliseconds(card.closed_at, card.served_at),
        "picture_delay_ms": card.picture_delay_ms,
    }


def _before(card: _Card, place: int, taught: _Taught) -> dict[str, Any]:
    shown_at = card.served_at or card.chosen_at
    since = None if taught.last_card is None else place - taught.last_card
    return {
        "n_showings": taught.n_showings,
        "cards_since_shown": since,
        "ms_since_shown": milliseconds(shown_at, taught.last_at),
    }


def _beliefs(session: TeachingSession, cards: Sequence[_Card]) -> dict[int, float]:
    learning = [card for card in cards if card.phase == Phase.LEARNING]
    believed = recall_when_shown(
        session.teaching,
        [card.shown__position for card in learning],
        [_is_right(card) for card in learning],
    )
    return {card.pk: belief for card, belief in zip(learning, believed, strict=False)}


RESPONSES = Table(
    "responses",
    "Every card of everybody, in the order of each session",
    ("participant", "phase", "step"),
    COLUMNS,
    of_people(_read),
)
