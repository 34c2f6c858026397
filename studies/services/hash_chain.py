"""The chained log: nothing can be changed or dropped without breaking it."""

import hashlib
import json
import secrets
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from studies.models import LogEntry, TeachingSession

_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"))


class NewEntry(NamedTuple):
    """A log entry before it is stored, under the names of its columns."""

    session_id: int
    number: int
    at: datetime
    kind: str
    payload: str
    salt: str
    payload_digest: str
    hash: str


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def first_hash(public_id: UUID) -> str:
    """What the first entry of a session is chained to."""
    return _sha256(f"forgetmenot|{public_id}")


def entry_hash(
    previous: str, *, number: int, at: datetime, kind: str, payload_digest: str
) -> str:
    """The hash of an entry, over the one before it."""
    parts = [previous, str(number), at.isoformat(), str(kind), payload_digest]
    return _sha256("|".join(parts))


def chain_entry(
    session: TeachingSession, *, kind: str, payload: dict[str, Any], at: datetime
) -> NewEntry:
    """The next entry of a locked session; head and length move on."""
    text = _ENCODER.encode(payload)
    salt = secrets.token_hex(16)
    digest = _sha256(salt + text)
    number = session.log_length + 1
    head = entry_hash(
        session.log_head, number=number, at=at, kind=kind, payload_digest=digest
    )
    session.log_head, session.log_length = head, number
    return NewEntry(
        session_id=session.pk,
        number=number,
        at=at,
        kind=kind,
        payload=text,
        salt=salt,
        payload_digest=digest,
        hash=head,
    )


def find_log_fault(session: TeachingSession) -> str:
    """What is wrong with a session's log; empty when it is whole."""
    head, length = first_hash(session.public_id), 0
    for entry in session.log.order_by("number"):
        length += 1
        head = entry_hash(
            head,
            number=length,
            at=entry.at,
            kind=entry.kind,
            payload_digest=entry.payload_digest,
        )
        if entry.number != length or entry.hash != head:
            return f"log entry {length} does not follow from the one before"
        if _is_forged(entry):
            return f"the payload of log entry {length} is not what was logged"
    if (head, length) != (session.log_head, session.log_length):
        return f"the log should have {session.log_length} entries, but ends at {length}"
    return ""


def _is_forged(entry: LogEntry) -> bool:
    if entry.payload is None or entry.salt is None:
        # Erased, which the chain allows; but both go together.
        return entry.payload is not None or entry.salt is not None
    return _sha256(entry.salt + entry.payload) != entry.payload_digest
