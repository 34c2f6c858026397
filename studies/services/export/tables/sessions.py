"""Sessions: one wide row per person."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from studies.models import (
    ArrivalRecord,
    BrowserEvent,
    ConsentRecord,
    ExclusionDecision,
    LogEntry,
    Response,
    SessionDevice,
    TeachingSession,
)
from studies.models.device import Browser, DeviceKind, Touch, Viewport
from studies.models.log import EventKind, LogKind
from studies.models.session import Phase
from studies.models.study import Purpose
from studies.services.export.cells import milliseconds_between
from studies.services.export.columns import (
    Column,
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
from studies.services.export.tables import quizzes
from studies.services.export.tables.shared import (
    AFTER_UNLOCKING,
    ARM,
    BLOCK,
    FINGERPRINT,
    PARTICIPANT,
    PLACE,
    RECRUITER,
    SESSION,
    TEACHER,
    TEACHER_VERSION,
)
from studies.services.monitoring.journeys import PHASES
from studies.services.people.flags import Flag, find_broken_rules
from studies.services.people.listing import flags_of
from studies.services.people.measures import Measures, read_measures

_DEVICE = ("browser", "viewport", "touch")
_CONSENT = ("version", "text_hash", "language")
_ENDS = ("allocated", "completed", "withdrawn", "screened_out", "last_seen", "erased")
_COUNTED = (
    *("n_cards", "n_missed", "n_pastes", "n_leaves"),
    *("n_taken_back", "n_unproven"),
)
_Away = dict[int, timedelta]

COLUMNS: tuple[Column, ...] = (
    PARTICIPANT,
    SESSION,
    choice("purpose", "What the session is for", Purpose),
    RECRUITER,
    ARM,
    *(TEACHER, TEACHER_VERSION),
    PLACE,
    BLOCK,
    flag("gave_place_back", "Whether the place was given back and not taken again"),
    flag("is_over_full", "Whether they came to find no place left"),
    Column("seed", "Seed of everything drawn in the session, hexadecimal"),
    FINGERPRINT,
    whole("deck_version", "Version of the deck"),
    Column("deck_fingerprint", "Fingerprint of the deck"),
    whole("n_concepts", "Concepts of the session", "concepts"),
    whole("horizon", "Cards of its learning phase", "cards"),
    number("time_factor", "By how much their time for a card was longer"),
    choice("ended_in", "The phase they are in, or ended in", Phase),
    flag("is_cut_off", "Whether the study closed before they were through"),
    flag("is_erased", "Whether what they gave was deleted"),
    Column("consent_version", "Version of the consent"),
    Column("consent_text_hash", "SHA-256 of the words they agreed to"),
    Column("consent_language", "Language of these words"),
    whole("minimum_age", "Age that they said to have reached", "years"),
    *(moment(f"{phase}_ms", f"When the phase {phase} began") for phase in PHASES),
    *(
        moment(f"{end}_at_ms", f"When they were {_words}")
        for end, _words in (
            ("allocated", "given a place"),
            ("completed", "through"),
            ("withdrawn", "withdrawn"),
            ("screened_out", "screened out"),
            ("last_seen", "last there"),
            ("erased", "erased"),
        )
    ),
    duration("away_ms", "How long they were away, by the server"),
    duration("hidden_ms", "How long the page was hidden, as the browser told it"),
    duration("longest_gap_ms", "The longest pause before a part"),
    choice("device", "Kind of device", DeviceKind),
    choice("browser", "Family of the browser", Browser),
    choice("viewport", "Width of the window", Viewport),
    choice("touch", "Whether it is touched", Touch),
    whole("n_cards", "Cards that were closed", "cards"),
    whole("n_missed", "Cards that were late or missed", "cards"),
    whole("n_pastes", "How often something was pasted"),
    whole("n_leaves", "How often the page was left"),
    whole("n_taken_back", "How often a card stood still for its picture"),
    whole("n_unproven", "Arrivals without proof of being this person"),
    *(flag(f"flag_{each}", f"Flagged: {each.words}") for each in Flag),
    Column("rules_broken", "Registered exclusion rules they are beyond"),
    flag("is_excluded", "Whether the last decision excludes them"),
    text("exclusion_reason", "The reason of the last decision"),
    AFTER_UNLOCKING,
    *quizzes.COLUMNS,
    Column("log_head", "Hash of the last entry of their log"),
    whole("log_length", "Entries of their log", "entries"),
)


def _read(source: Source, page: Page) -> Iterator[Row]:
    sessions = TeachingSession.objects.filter(pk__in=page)
    measures, answers = read_measures(sessions), quizzes.read_quizzes(page)
    told = _read_told(page)
    hidden = _sum_pairs(_read_visibility(page))
    away = _sum_pairs(_read_absences(page))
    related = ("place", "returned_place", "deck_version")
    for session in sessions.select_related(*related).order_by("pk"):
        own = measures[session.pk]
        yield {
            "participant": page[session.pk].participant,
            "arm": page[session.pk].arm,
            **_design(source, session),
            **_times(session, own),
            **_flags(source, own),
            **told[session.pk],
            "away_ms": _in_ms(away, session),
            "hidden_ms": _in_ms(hidden, session),
            **answers[session.pk].describe(session),
        }


def _design(source: Source, session: TeachingSession) -> dict[str, Any]:
    place = session.place or session.returned_place
    return {
        "session": session.public_id,
        "purpose": session.purpose,
        "teacher": (session.teaching or {}).get("teacher"),
        "place": place and place.number,
        "block": place and place.block,
        "gave_place_back": session.returned_place_id is not None,
        "is_over_full": session.is_over_full,
        "seed": session.seed,
        "fingerprint": source.fingerprint_at(session.consented_at),
        "deck_version": session.deck_version.number,
        "deck_fingerprint": session.deck_version.fingerprint,
        "n_concepts": session.settings["n_concepts"],
        "horizon": session.settings["horizon"],
        "time_factor": session.time_factor,
        "ended_in": session.phase,
        "is_cut_off": session.is_cut_off,
        "is_erased": session.erased_at is not None,
        "log_head": session.log_head,
        "log_length": session.log_length,
    }


def _times(session: TeachingSession, measures: Measures) -> dict[str, Any]:
    since_consent = partial(milliseconds_between, session.consented_at)
    entered = measures.journey.entered
    return {
        **{f"{name}_ms": since_consent(entered.get(name)) for name in PHASES},
        **{
            f"{name}_at_ms": since_consent(getattr(session, f"{name}_at"))
            for name in _ENDS
        },
        "longest_gap_ms": round(1000 * measures.longest_gap_seconds),
    }


def _flags(source: Source, measures: Measures) -> dict[str, Any]:
    raised = flags_of(source.study, measures)
    broken = find_broken_rules(measures, source.study.exclusion_rules)
    return {
        **{f"flag_{each}": each in raised for each in Flag},
        "rules_broken": "; ".join(broken),
        **{name: getattr(measures, name) for name in _COUNTED},
        "is_excluded": measures.is_excluded,
    }


def _read_told(page: Page) -> dict[int, dict[str, Any]]:
    """What other tables say once of each session; empty for what none says."""
    empty = dict.fromkeys(
        ("recruiter", "teacher_version", "exclusion_reason", "after_unlocking")
    )
    told: dict[int, dict[str, Any]] = {
        key: {
            **empty,
            **dict.fromkeys(f"consent_{name}" for name in _CONSENT),
            "minimum_age": None,
            **dict.fromkeys(("device", *_DEVICE)),
        }
        for key in page
    }
    for row in _read_facts(page):
        told[row.pop("session_id")].update(row)
    return told


def _read_facts(page: Page) -> Iterator[dict[str, Any]]:
    for device in SessionDevice.objects.filter(session__in=page):
        coarse = {name: getattr(device, name) for name in _DEVICE}
        yield {"session_id": device.session_id, "device": device.kind, **coarse}
    for consent in ConsentRecord.objects.filter(session__in=page):
        given = {f"consent_{name}": getattr(consent, name) for name in _CONSENT}
        age = {"minimum_age": consent.minimum_age}
        yield {"session_id": consent.session_id, **given, **age}
    # The last one told of a session holds: here the first arrival, then the last word.
    for arrival in ArrivalRecord.objects.filter(session__in=page).order_by("-pk"):
        yield {"session_id": arrival.session_id, "recruiter": arrival.recruiter}
    for word in ExclusionDecision.objects.filter(session__in=page).order_by("pk"):
        said = {
            "exclusion_reason": word.reason,
            "after_unlocking": not word.is_blind,
        }
        yield {"session_id": word.session_id, **said}
    first = Response.objects.filter(session__in=page, phase=Phase.LEARNING, step=1)
    for key, version in first.values_list("session_id", "decision__version"):
        yield {"session_id": key, "teacher_version": version}


def _read_absences(page: Page) -> Iterator[tuple[int, datetime, bool]]:
    """When each session was away, as beginnings (true) and ends."""
    kinds = (LogKind.AWAY, LogKind.RESUMED)
    entries = LogEntry.objects.filter(session__in=page, kind__in=kinds)
    rows = entries.order_by("session_id", "number")
    for key, at, kind, payload in rows.values_list(
        "session_id", "at", "kind", "payload"
    ):
        since = json.loads(payload or "{}").get("since")
        began = datetime.fromisoformat(since) if since else at
        yield key, began, kind == LogKind.AWAY


def _read_visibility(page: Page) -> Iterable[tuple[int, datetime, bool]]:
    kinds = (EventKind.HIDDEN, EventKind.VISIBLE)
    events = BrowserEvent.objects.filter(session__in=page, kind__in=kinds)
    rows = events.order_by("session_id", "pk")
    for key, at, kind in rows.values_list("session_id", "received_at", "kind"):
        yield key, at, kind == EventKind.HIDDEN


def _sum_pairs(moments: Iterable[tuple[int, datetime, bool]]) -> _Away:
    """The time between beginnings and ends, by session; an open one has no end."""
    sums: _Away = defaultdict(timedelta)
    begun: dict[int, datetime] = {}
    for key, at, is_beginning in moments:
        if is_beginning:
            begun.setdefault(key, at)
        elif key in begun:
            sums[key] += at - begun.pop(key)
    return sums


def _in_ms(times: _Away, session: TeachingSession) -> int:
    return round(times[session.pk] / timedelta(milliseconds=1))


SESSIONS = Table(
    "sessions", "Everybody, one row each", ("participant",), COLUMNS, of_people(_read)
)
