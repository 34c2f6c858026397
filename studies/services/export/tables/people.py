"""What belongs to people beside their cards: concepts, answers, events, exclusions."""

from collections.abc import Iterator

from studies.models import (
    BrowserEvent,
    ExclusionDecision,
    QuestionnaireAnswer,
    SessionConcept,
    TeachingSession,
)
from studies.models.log import EventKind
from studies.models.questions import QuestionKind
from studies.services.export.cells import milliseconds
from studies.services.export.columns import (
    Row,
    Table,
    choice,
    flag,
    moment,
    number,
    of_people,
    text,
    whole,
)
from studies.services.export.plain import Microseconds
from studies.services.export.source import Page, Source
from studies.services.export.tables.quizzes import read_quizzes
from studies.services.export.tables.shared import (
    AFTER_UNLOCKING,
    ARM,
    CONCEPT,
    LEVEL,
    PARTICIPANT,
    PHASE,
    POSITION,
    REASON,
    STEP,
)
from studies.services.session.settings import settings_of


def _read_concepts(source: Source, page: Page) -> Iterator[Row]:
    quizzes = read_quizzes(page)
    rows = SessionConcept.objects.filter(session__in=page)
    fields = ("session_id", "position", "concept__number", "concept__level")
    ordered = rows.order_by("session_id", "position").values_list(*fields)
    for key, position, concept, level in ordered:
        person, own = page[key], quizzes[key]
        yield {
            "participant": person.participant,
            "arm": person.arm,
            "position": position,
            "concept": concept,
            "level": level,
            "pre": own.before.get(position),
            "post": own.after.get(position),
        }


def _read_answers(source: Source, page: Page) -> Iterator[Row]:
    asked = {
        (session.pk, phase, item["id"]): item
        for session in TeachingSession.objects.filter(pk__in=page)
        for phase in ("questions_before", "questionnaire")
        for item in settings_of(session).questions(phase)
    }
    rows = QuestionnaireAnswer.objects.filter(session__in=page).order_by(
        "session_id", "pk"
    )
    for answer in rows:
        item = asked.get((answer.session_id, answer.phase, answer.item), {})
        yield {
            "participant": page[answer.session_id].participant,
            "phase": answer.phase,
            "item": answer.item,
            "question": item.get("label"),
            "question_kind": item.get("kind"),
            "value": answer.value,
        }


def _read_events(source: Source, page: Page) -> Iterator[Row]:
    counts = dict.fromkeys(page, 0)
    rows = BrowserEvent.objects.filter(session__in=page).order_by("session_id", "pk")
    told = Microseconds("received_at")
    fields = ("session_id", "kind", "phase", "step", told, "client_ms")
    for key, kind, phase, step, at, client_ms in rows.values_list(*fields).iterator():
        person = page[key]
        counts[key] += 1
        yield {
            "participant": person.participant,
            "number": counts[key],
            "event": kind,
            "phase": phase,
            "step": step,
            "received_at_ms": milliseconds(at, person.consented_us),
            "client_ms": client_ms,
        }


def _read_exclusions(source: Source, page: Page) -> Iterator[Row]:
    counts = dict.fromkeys(page, 0)
    rows = ExclusionDecision.objects.filter(session__in=page)
    for decision in rows.annotate(us=Microseconds("at")).order_by("session_id", "pk"):
        person = page[decision.session_id]
        counts[person.key] += 1
        yield {
            "participant": person.participant,
            "number": counts[person.key],
            "excludes": decision.is_excluded,
            "reason": decision.reason,
            "after_unlocking": not decision.is_blind,
            "decided_at_ms": milliseconds(decision.us, person.consented_us),
        }


NUMBER = whole("number", "Number of the row among those of the person, from 1")
CONCEPTS = Table(
    "concepts",
    "The concepts of every session, known or not before and after",
    ("participant", "position"),
    (
        *(PARTICIPANT, ARM, POSITION, CONCEPT, LEVEL),
        flag("pre", "Right at prequiz; empty if that card was not closed"),
        flag("post", "Right at postquiz; empty if that card was not closed"),
    ),
    of_people(_read_concepts),
)
ANSWERS = Table(
    "answers",
    "What was answered to the questions before and after",
    ("participant", "phase", "item"),
    (
        *(PARTICIPANT, PHASE),
        text("item", "Id of the question"),
        text("question", "Its words"),
        choice("question_kind", "How it is answered", QuestionKind),
        text("value", "The answer; several choices are a JSON list"),
    ),
    of_people(_read_answers),
)
EVENTS = Table(
    "events",
    "What the browsers told, never believed",
    ("participant", "number"),
    (
        *(PARTICIPANT, NUMBER),
        choice("event", "What happened", EventKind),
        *(PHASE, STEP),
        moment("received_at_ms", "When the server was told"),
        number("client_ms", "The browser's own clock", "milliseconds"),
    ),
    of_people(_read_events),
)
EXCLUSIONS = Table(
    "exclusions",
    "Decisions that somebody shall not count, or shall again; the last one holds",
    ("participant", "number"),
    (
        *(PARTICIPANT, NUMBER),
        flag("excludes", "1 excludes, 0 includes again"),
        REASON,
        AFTER_UNLOCKING,
        moment("decided_at_ms", "When it was decided"),
    ),
    of_people(_read_exclusions),
)
