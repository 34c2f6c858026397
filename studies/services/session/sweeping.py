"""The sweep: what time decides when nobody is looking."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import F

from studies.models import Response, TeachingSession
from studies.models.session import ENDED, RUNNING, Stage
from studies.models.study import StudyState
from studies.phases import Page, page_of
from studies.services.allocation import leave_session
from studies.services.session.continuing import end_review, is_review_over
from studies.services.session.lock import lock_session_by_id
from studies.services.session.serving import close_overdue

# So much later than its deadline that a sweep never beats an answer in flight.
SWEPT_AFTER = timedelta(seconds=30)
# So much longer than its time nobody needs to look at an answer.
REVIEW_SWEPT_AFTER = timedelta(seconds=60)


@dataclass(frozen=True)
class Swept:
    """How much a sweep found to do."""

    n_missed: int
    n_away: int
    n_reviews: int = 0


def sweep(*, now: datetime) -> Swept:
    """Close overdue cards as missed, end reviews, and return the places of the absent.

    What nobody can go on with is left alone: sessions that are away or over, and those
    of closed studies. Each session is locked and looked at again on its own, so a sweep
    never beats an answer that came first and never holds more than one session.
    """
    n_missed = sum(_sweep_card(session_id, now=now) for session_id in _overdue(now))
    n_reviews = sum(_sweep_review(session_id, now=now) for session_id in _reviewed(now))
    n_away = sum(_sweep_idle(session_id, now=now) for session_id in _idle(now))
    return Swept(n_missed, n_away, n_reviews)


def _overdue(now: datetime) -> list[int]:
    cards = Response.objects.filter(closed_at=None, deadline_at__lt=now - SWEPT_AFTER)
    running = cards.exclude(session__phase__in=ENDED).exclude(session__is_away=True)
    awaited = running.exclude(session__study__state=StudyState.CLOSED)
    return list(awaited.order_by("deadline_at").values_list("session_id", flat=True))


def _sweep_card(session_id: int, *, now: datetime) -> int:
    with lock_session_by_id(session_id=session_id, now=now) as locked:
        return close_overdue(locked, after=SWEPT_AFTER)


def _reviewed(now: datetime) -> list[int]:
    """Sessions whose answer has been shown for too long; it is their current card's."""
    shown = TeachingSession.objects.filter(
        is_away=False,
        phase__in=RUNNING,
        stage=Stage.REVIEW,
        responses__phase=F("phase"),
        responses__step=F("step"),
        responses__review_at__lt=now - REVIEW_SWEPT_AFTER,
    )
    awaited = shown.exclude(study__state=StudyState.CLOSED)
    since = awaited.annotate(shown_at=F("responses__review_at"))
    fields = since.only("settings").order_by("pk")
    return [
        session.pk
        for session in fields
        if now >= session.shown_at + _review(session) + REVIEW_SWEPT_AFTER
    ]


def _review(session: TeachingSession) -> timedelta:
    return timedelta(seconds=session.settings["review_seconds"])


def _sweep_review(session_id: int, *, now: datetime) -> int:
    with lock_session_by_id(session_id=session_id, now=now) as locked:
        if page_of(locked.session, now=locked.now) != Page.REVIEW:
            return 0
        if not is_review_over(locked, after=REVIEW_SWEPT_AFTER):
            return 0
        end_review(locked)
        return 1


def _idle(now: datetime) -> list[int]:
    present = TeachingSession.objects.filter(is_away=False, phase__in=RUNNING)
    awaited = present.exclude(study__state=StudyState.CLOSED)
    fields = awaited.only("last_seen_at", "opens_at", "settings").order_by("pk")
    return [session.pk for session in fields if now > _patience_ends_at(session)]


def _patience_ends_at(session: TeachingSession) -> datetime:
    """Nobody is idle who was told to come back later."""
    since = session.last_seen_at
    if session.opens_at is not None:
        since = max(since, session.opens_at)
    return since + timedelta(seconds=session.settings["idle_seconds"])


def _sweep_idle(session_id: int, *, now: datetime) -> int:
    with lock_session_by_id(session_id=session_id, now=now) as locked:
        session = locked.session
        idle_since = session.last_seen_at
        if session.has_ended or session.is_away:
            return 0
        if now <= _patience_ends_at(session):
            return 0
        leave_session(locked, idle_since=idle_since)
        return 1
