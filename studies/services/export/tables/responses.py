"""Responses: one row per card, with what was known of its concept by then."""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

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
from studies.services.export.plain import Microseconds, Plain
from studies.services.export.source import Page, Person, Source
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
)
from studies.services.people.belief import recall_when_shown
from studies.services.session.submission import CLIENT_NUMBERS

_PLAIN = (
    *("outcome", "text", "late_text", "dont_know", "auto_submitted", "rule"),
    *("distance", "matched", "typed_article", "too_general", "grading_version"),
)
_MOMENTS = ("chosen", "served", "deadline", "closed", "review", "late")
_MOMENT_COLUMNS = tuple(f"{name}_at_ms" for name in _MOMENTS)
_THETA_COLUMNS = ("theta_a", "theta_b", "theta_c")
_CLIENT_COLUMNS = tuple(f"client_{name}" for name in CLIENT_NUMBERS)
_CONCEPT = ("number", "prompt", "article", "answer", "level")


class _Card(NamedTuple):
    """What is read of a card; models of all would take longer than writing them.

    ``moments`` are in microseconds, ``plain`` goes into the columns of those names.
    """

    phase: str
    step: int
    position: int
    concept: tuple[Any, ...]
    client: str | None
    picture_delay_ms: int | None
    moments: tuple[int | None, ...]
    plain: tuple[Any, ...]

    @property
    def closed_at(self) -> int | None:
        return self.moments[_CLOSED]

    @property
    def is_right(self) -> bool:
        return bool(self.plain[0] == Outcome.CORRECT)


_CHOSEN, _SERVED, _CLOSED, _REVIEW = map(
    _MOMENTS.index, ("chosen", "served", "closed", "review")
)
_Reviews = dict[tuple[int, str, int], int]

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
    last_at: int | None = None


_NEVER = _Taught()


def _read(source: Source, page: Page) -> Iterator[Row]:
    cards, reviewed = _read_cards(page), _read_reviews(page)
    teachings = TeachingSession.objects.filter(pk__in=page).values_list(
        "pk", "teaching"
    )
    for key, teaching in teachings.order_by("pk"):
        yield from _rows_of(page[key], teaching, cards[key], reviewed)


def _read_cards(page: Page) -> dict[int, list[_Card]]:
    rows = Response.objects.filter(session__in=page).order_by("session_id", "step")
    cards: dict[int, list[_Card]] = defaultdict(list)
    n_before = 6 + len(_CONCEPT)
    n_timed = n_before + len(_MOMENTS)
    for row in rows.values_list(
        *("session_id", "phase", "step", "shown__position"),
        *(Plain("client"), "picture_delay_ms"),
        *(f"shown__concept__{name}" for name in _CONCEPT),
        *(Microseconds(f"{name}_at") for name in _MOMENTS),
        *(Plain(name) for name in _PLAIN),
    ):
        key, phase, step, position, client, delay = row[:6]
        concept, moments = row[6:n_before], row[n_before:n_timed]
        cards[key].append(
            _Card(phase, step, position, concept, client, delay, moments, row[n_timed:])
        )
    order = {phase.value: place for place, phase in enumerate(CARD_PHASES)}
    for own in cards.values():
        own.sort(key=lambda card: order[card.phase])
    return cards


def _read_reviews(page: Page) -> _Reviews:
    """When each review ended, by session, phase and step."""
    entries = LogEntry.objects.filter(session__in=page, kind=LogKind.REVIEWED)
    ends: _Reviews = {}
    fields = ("session_id", Microseconds("at"), "payload")
    for key, at, payload in entries.values_list(*fields):
        told = json.loads(payload or "{}")
        ends[key, told.get("phase", ""), told.get("step", 0)] = at
    return ends


def _rows_of(
    person: Person,
    teaching: dict[str, Any] | None,
    cards: Sequence[_Card],
    reviewed: _Reviews,
) -> Iterator[Row]:
    believed = _beliefs(teaching, cards)
    taught: dict[int, _Taught] = {}
    for place, card in enumerate(cards, start=1):
        before = taught.get(card.position, _NEVER)
        ended = reviewed.get((person.key, card.phase, card.step))
        row = _what(person, card)
        row.update(zip(_THETA_COLUMNS, _theta(teaching, card), strict=True))
        row.update(zip(_MOMENT_COLUMNS, _moments(person, card), strict=True))
        row["response_ms"] = milliseconds(card.closed_at, card.moments[_SERVED])
        row["review_ms"] = milliseconds(ended, card.moments[_REVIEW])
        row["believed_recall"] = believed.get((card.phase, card.step))
        row.update(_before(card, place, before))
        yield row
        if card.phase == Phase.LEARNING and card.closed_at is not None:
            showings = before.n_showings + 1
            taught[card.position] = _Taught(showings, place, card.closed_at)


def _what(person: Person, card: _Card) -> dict[str, Any]:
    number, prompt, article, answer, level = card.concept
    told = json.loads(card.client or "null")
    client = told if isinstance(told, dict) else {}
    row = {
        "participant": person.participant,
        "arm": person.arm,
        "phase": card.phase,
        "step": card.step,
        "position": card.position,
        "concept": number,
        "prompt": prompt,
        "answer": f"{article} {answer}".strip(),
        "level": level,
        "recalled": None if card.closed_at is None else card.is_right,
        "picture_delay_ms": card.picture_delay_ms,
    }
    # Merging dictionaries would make several of each row, and copy them.
    row.update(zip(_PLAIN, card.plain, strict=True))
    row.update(zip(_CLIENT_COLUMNS, map(client.get, CLIENT_NUMBERS), strict=True))
    return row


def _theta(teaching: dict[str, Any] | None, card: _Card) -> Sequence[float | None]:
    if not teaching:
        return (None, None, None)
    theta: Sequence[float] = teaching["theta"][card.position]
    return theta


def _moments(person: Person, card: _Card) -> list[int | None]:
    since = person.consented_us
    return [milliseconds(at, since) for at in card.moments]


def _before(card: _Card, place: int, taught: _Taught) -> dict[str, Any]:
    shown_at = card.moments[_SERVED] or card.moments[_CHOSEN]
    since = None if taught.last_card is None else place - taught.last_card
    return {
        "n_showings": taught.n_showings,
        "cards_since_shown": since,
        "ms_since_shown": milliseconds(shown_at, taught.last_at),
    }


def _beliefs(
    teaching: dict[str, Any] | None, cards: Sequence[_Card]
) -> dict[tuple[str, int], float]:
    """By phase and step: quizzes have none."""
    learning = [card for card in cards if card.phase == Phase.LEARNING]
    believed = recall_when_shown(
        teaching,
        [card.position for card in learning],
        [card.is_right for card in learning],
    )
    keys = ((card.phase, card.step) for card in learning)
    return dict(zip(keys, believed, strict=False))


RESPONSES = Table(
    "responses",
    "Every card of everybody, in the order of each session",
    ("participant", "phase", "step"),
    COLUMNS,
    of_people(_read),
)
