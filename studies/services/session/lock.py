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
    UnprovenError,
)
from studies.models import TeachingSession
from studies.services import allocation, statements
from studies.services.hash_chain import NewEntry, chain_entry
from studies.services.session.cards import Cards
from studies.services.session.settings import SessionSettings, settings_of
from studies.services.tokens import digest_token


class LockedSession:
    """A locked session with its cards, the time of the request, and what is logged.

    ``arrival_id`` is of the arrival that brought the token of whoever asks, and None
    when the server itself does; ``stranger_id`` as well, unless it proved whose it is.

    Time never runs backwards within a session: when the server's clock was set back,
    it goes on from the last time seen.
    """

    def __init__(
        self,
        session: TeachingSession,
        *,
        now: datetime,
        arrival_id: int | None = None,
        stranger_id: int | None = None,
    ) -> None:
        self.session = session
        self.arrival_id = arrival_id
        self.stranger_id = stranger_id
        self.now = session.time_at(now)
        self.settings: SessionSettings = settings_of(session)
        self.cards = Cards(session, self.settings)
        self.was_away = session.is_away
        self._before = dict(session.__dict__)
        self._entries: list[NewEntry] = []
        self.has_given = False

    def log(self, kind: str, **payload: Any) -> None:
        self._entries.append(
            chain_entry(self.session, kind=kind, payload=payload, at=self.now)
        )

    def log_given(self, kind: str, **payload: Any) -> None:
        """Log an answer, and by which arrival it was given."""
        self.log(kind, **payload, arrival=self.arrival_id)
        self.has_given = True

    @property
    def has_changed(self) -> bool:
        """Whether anything became of the request."""
        return bool(
            self._entries
            or statements.SESSIONS.changes(self.session, before=self._before)
            or self.cards.have_changed
        )

    def save(self) -> None:
        """Write every changed row once."""
        self.cards.save()
        statements.LOG.insert(self._entries)
        statements.SESSIONS.update(self.session, before=self._before)

    def require_proof(self) -> None:
        """Refuse what only the person of a session may do."""
        if self.stranger_id is not None:
            raise UnprovenError

    def require_running(self) -> None:
        if self.session.has_ended:
            raise FinishedError
        if self.session.is_shut(now=self.now):
            raise StudyClosedError
        if self.session.is_stopped:
            raise StudyNotOpenError("This deck is in use, so it is not taught now.")


@contextmanager
def lock_session(*, token: str, now: datetime) -> Iterator[LockedSession]:
    """Lock the session of ``token``, welcome it back if it was away, save at the end.

    What changes something is a sign of life. An error inside changes nothing.
    """
    digest = digest_token(token)
    with transaction.atomic():
        opened = statements.read_by_token(digest, now=now, lock=True)
        if opened is None:
            raise NotFoundError
        session, arrival_id, stranger_id = opened
        locked = LockedSession(
            session, now=now, arrival_id=arrival_id, stranger_id=stranger_id
        )
        if session.has_seen_later(now):
            session.stay_ahead_of(now)
        if session.is_away:
            allocation.resume_session(locked)
        yield locked
        if locked.has_changed:
            session.last_seen_at = locked.now
        locked.save()


@contextmanager
def lock_session_by_id(
    *, session_id: int, now: datetime, stranger_id: int | None = None
) -> Iterator[LockedSession]:
    """Lock a session for what is no sign of life, such as the server's own work."""
    with transaction.atomic():
        opened = statements.read_by_id(session_id, lock=True)
        if opened is None:
            raise NotFoundError
        locked = LockedSession(opened.session, now=now, stranger_id=stranger_id)
        yield locked
        locked.save()
