"""A locked session: one step of it, written together at its end."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.db import transaction

from studies.errors import (
    FinishedError,
    NotFoundError,
    StudyClosedError,
    StudyNotOpenError,
)
from studies.models import TeachingSession
from studies.services import allocation, statements
from studies.services.hash_chain import NewEntry, chain_entry
from studies.services.session.cards import Cards
from studies.services.session.settings import SessionSettings, settings_of
from studies.services.tokens import digest_token


class LockedSession:
    """A locked session with its cards, the time of the request, and what is logged.

    Time never runs backwards within a session: when the server's clock was set back,
    the last time seen holds.
    """

    def __init__(self, session: TeachingSession, *, now: datetime) -> None:
        self.session = session
        self.now = max(now, session.last_seen_at)
        self.settings: SessionSettings = settings_of(session)
        self.cards = Cards(session)
        self.was_away = session.is_away
        self._before = dict(session.__dict__)
        self._entries: list[NewEntry] = []

    def log(self, kind: str, **payload: Any) -> None:
        self._entries.append(
            chain_entry(self.session, kind=kind, payload=payload, at=self.now)
        )

    def save(self) -> None:
        """Write every changed row once."""
        self.cards.save()
        statements.LOG.insert(self._entries)
        statements.SESSIONS.update(self.session, before=self._before)

    def require_running(self) -> None:
        if self.session.has_ended:
            raise FinishedError
        if self.session.study.is_closed:
            raise StudyClosedError
        if self.session.is_stopped:
            raise StudyNotOpenError("This deck is in use, so it is not taught now.")


@contextmanager
def lock_session(*, token: str, now: datetime) -> Iterator[LockedSession]:
    """Lock the session of ``token``, welcome it back if it was away, save at the end.

    An error inside changes nothing.
    """
    digest = digest_token(token)
    with transaction.atomic():
        session = statements.read_by_token(digest, now=now, lock=True)
        if session is None:
            raise NotFoundError
        locked = LockedSession(session, now=now)
        if session.is_away:
            allocation.resume_session(locked)
        session.last_seen_at = locked.now
        yield locked
        locked.save()


@contextmanager
def lock_session_by_id(*, session_id: int, now: datetime) -> Iterator[LockedSession]:
    """Lock a session for the server's own work, which is no sign of life."""
    with transaction.atomic():
        session = statements.read_by_id(session_id, lock=True)
        if session is None:
            raise NotFoundError
        locked = LockedSession(session, now=now)
        yield locked
        locked.save()


def read_session(token: str, *, now: datetime) -> TeachingSession:
    """The session ``token`` opens; unknown and expired look the same."""
    session = statements.read_by_token(digest_token(token), now=now)
    if session is None:
        raise NotFoundError
    return session
