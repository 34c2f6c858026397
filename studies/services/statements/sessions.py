"""Reading sessions: whose they are, and what their browsers may tell."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from studies.models import (
    AccessToken,
    ArrivalRecord,
    BrowserEvent,
    DeckVersion,
    LogEntry,
    Study,
    TeachingSession,
)
from studies.models.recruitment import Proof
from studies.services.statements.tables import (
    Table,
    database,
    execute,
    moment,
    relate,
)

SESSIONS = Table(TeachingSession)
STUDIES = Table(
    Study,
    only=(
        *("id", "slug", "title", "state", "finish_until", "language", "is_demo"),
        *("organiser", "contact"),
    ),
)
DECKS = Table(DeckVersion, only=("id", "fingerprint"))
LOG = Table(LogEntry)
EVENTS = Table(BrowserEvent)
# What has to be known of a session to store what its browser tells.
SENDERS = Table(
    TeachingSession,
    only=("id", "study", "phase", "settings", "is_away", "last_seen_at"),
)
STATES = Table(Study, only=("id", "state", "finish_until"))
_TOKENS = f'"{AccessToken._meta.db_table}"'
_ARRIVALS = f'"{ArrivalRecord._meta.db_table}"'

_SELECTED = ", ".join([SESSIONS.columns("s"), STUDIES.columns("t"), DECKS.columns("d")])
_JOINED = f"""
    FROM {SESSIONS.name} s
    JOIN {STUDIES.name} t ON t."id" = s."study_id"
    JOIN {DECKS.name} d ON d."id" = s."deck_version_id"
"""
_VALID_TOKEN = """
    WHERE a."digest" = %s AND (a."expires_at" IS NULL OR a."expires_at" > %s)
"""
_BY_TOKEN = f"""
    SELECT {_SELECTED}, a."arrival_id", v."id" {_JOINED}
    JOIN {_TOKENS} a ON a."session_id" = s."id"
    LEFT JOIN {_ARRIVALS} v ON v."id" = a."arrival_id" AND v."proof" = '{Proof.NONE}'
    {_VALID_TOKEN}
"""
_BY_ID = f'SELECT {_SELECTED}, NULL, NULL {_JOINED} WHERE s."id" = %s'
_SENDER = f"""
    SELECT {SENDERS.columns("s")}, {STATES.columns("t")}, (
        SELECT COUNT(*) FROM {EVENTS.name} e WHERE e."session_id" = s."id"
    )
    FROM {SESSIONS.name} s
    JOIN {STUDIES.name} t ON t."id" = s."study_id"
    JOIN {_TOKENS} a ON a."session_id" = s."id"
    {_VALID_TOKEN}
"""  # noqa: S608


class Opened(NamedTuple):
    """A session with its study and deck, and the arrival that brought the token.

    ``stranger_id`` is that arrival once more, if it did not prove whose it is.
    """

    session: TeachingSession
    arrival_id: int | None = None
    stranger_id: int | None = None


def read_by_token(digest: str, *, now: datetime, lock: bool = False) -> Opened | None:
    """What a token opens."""
    values = [digest, moment(now)]
    return _read_session(_BY_TOKEN, values, lock=lock)


def read_by_id(session_id: int, *, lock: bool = False) -> Opened | None:
    """A session that nobody's token opens."""
    return _read_session(_BY_ID, [session_id], lock=lock)


def _read_session(
    statement: str, values: Sequence[Any], *, lock: bool
) -> Opened | None:
    if lock and database().features.has_select_for_update:
        statement += " FOR UPDATE OF s"
    rows = execute(statement, values)
    if not rows:
        return None
    n_own, n_study = len(SESSIONS.fields), len(STUDIES.fields)
    session = SESSIONS.read(rows[0][:n_own])
    study = STUDIES.read(rows[0][n_own : n_own + n_study])
    relate(session, "deck_version", DECKS.read(rows[0][n_own + n_study : -2]))
    relate(session, "study", study)
    return Opened(session, *rows[0][-2:])


def read_sender(digest: str, *, now: datetime) -> tuple[TeachingSession | None, int]:
    """The session whose browser tells something, and how much it told already."""
    values = [digest, moment(now)]
    rows = execute(_SENDER, values)
    if not rows:
        return None, 0
    n_own = len(SENDERS.fields)
    session = SENDERS.read(rows[0][:n_own])
    relate(session, "study", STATES.read(rows[0][n_own:-1]))
    return session, rows[0][-1]
