"""Who somebody is, and when by the clock. Never beside the other tables.

A log can be checked with its clock times alone, and even without them somebody could
try every time until a hash fits: so the whole log is private.
"""

from collections.abc import Iterator

from studies.models import LogEntry, RecruiterIdentity, TeachingSession
from studies.models.log import LogKind
from studies.services.export.columns import (
    Column,
    Row,
    Table,
    choice,
    of_people,
    text,
    whole,
)
from studies.services.export.plain import IsoTime
from studies.services.export.source import Page, Source
from studies.services.export.tables.shared import (
    PARTICIPANT,
    RECRUITER,
    SESSION,
)

_KEPT = ("payload", "salt", "payload_digest", "hash")


def _read_identities(source: Source, page: Page) -> Iterator[Row]:
    people = {person.participant_id: person for person in page.values()}
    known = RecruiterIdentity.objects.filter(participant__in=people)
    sessions = TeachingSession.objects.filter(pk__in=page)
    consents = dict(sessions.values_list("pk", IsoTime("consented_at")))
    for identity in known.order_by("participant_id"):
        person = people[identity.participant_id]
        yield {
            "participant": person.participant,
            "recruiter": identity.recruiter,
            "external_id": identity.external_id,
            "consented_at": consents[person.key],
        }


def _read_log(source: Source, page: Page) -> Iterator[Row]:
    entries = LogEntry.objects.filter(session__in=page).order_by("session_id", "number")
    fields = ("session_id", "number", IsoTime("at"), "kind", *_KEPT)
    for key, number, at, kind, *kept in entries.values_list(*fields).iterator():
        person = page[key]
        yield {
            "participant": person.participant,
            "session": person.session,
            "entry": number,
            "at": at,
            "happened": kind,
            **dict(zip(_KEPT, kept, strict=True)),
        }


IDENTITIES = Table(
    "identities",
    "Who participants are at their recruiter",
    ("participant",),
    (
        PARTICIPANT,
        RECRUITER,
        text("external_id", "Their id there"),
        Column("consented_at", "When they consented, by the clock"),
    ),
    of_people(_read_identities),
    is_private=True,
)
LOG = Table(
    "log",
    "The chained log of every session, with clock times",
    ("participant", "entry"),
    (
        PARTICIPANT,
        SESSION,
        whole("entry", "Number of the entry, from 1"),
        Column("at", "When, by the clock"),
        choice("happened", "What was logged", LogKind),
        # As it was hashed, letter by letter.
        Column("payload", "What was logged about it; empty after an erasure"),
        Column("salt", "Drawn for this entry; empty after an erasure"),
        Column("payload_digest", "SHA-256 of salt and payload"),
        Column("hash", "SHA-256 over the hash before, number, time, kind and digest"),
    ),
    of_people(_read_log),
    is_private=True,
)
