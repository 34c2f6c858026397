"""What a browser tells about itself: stored as it comes, never believed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from studies.errors import NotFoundError
from studies.limits import MAX_EVENTS_PER_SESSION
from studies.models import BrowserEvent, TeachingSession
from studies.services import statements
from studies.services.session.settings import settings_of
from studies.services.tokens import digest_token

SEEN_EVERY = timedelta(seconds=30)
# For so long after the last step somebody is there who only looks.
IDLE_TIMES = 2


@dataclass(frozen=True)
class Event:
    """One thing that happened in a browser."""

    kind: str
    phase: str = ""
    step: int | None = None
    client_ms: float | None = None


def store_events(*, token: str, events: Sequence[Event], now: datetime) -> int:
    """Store what fits under the session's limit; returns how many.

    What is stored is a sign of life of whoever has a place and went on not long ago; an
    empty message is none, and nobody keeps others from a place by messages alone.
    """
    session, n_stored = statements.read_sender(digest_token(token), now=now)
    if session is None:
        raise NotFoundError
    if session.has_ended or session.study.is_over(now=now):
        return 0
    room = MAX_EVENTS_PER_SESSION - n_stored
    rows = [_row(session, event, now) for event in events[: max(0, room)]]
    if not rows:
        return 0
    with transaction.atomic():
        statements.EVENTS.insert(rows)
        has_place = session.allocated_at is not None
        is_there = has_place and not session.is_away and _is_stale(session, now=now)
        if is_there and _went_on(session, now=now):
            TeachingSession.objects.filter(pk=session.pk, last_seen_at__lt=now).update(
                last_seen_at=now
            )
    return len(rows)


def _is_stale(session: TeachingSession, *, now: datetime) -> bool:
    """Whether the last sign of life is old, against the idle time."""
    idle = settings_of(session).idle
    return now - session.last_seen_at > min(SEEN_EVERY, idle / 4)


def _went_on(session: TeachingSession, *, now: datetime) -> bool:
    """Whether something happened beside messages, which keep no place for ever."""
    last = session.log.order_by("-number").values_list("at", flat=True).first()
    return last is not None and now - last < IDLE_TIMES * settings_of(session).idle


def _row(session: TeachingSession, event: Event, now: datetime) -> BrowserEvent:
    return BrowserEvent(
        session=session,
        received_at=now,
        kind=event.kind,
        phase=event.phase,
        step=event.step,
        client_ms=event.client_ms,
    )
