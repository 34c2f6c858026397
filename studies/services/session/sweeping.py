"""The sweep: what time decides when nobody is looking."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import F

from studies.models import Response, TeachingSession
from studies.models.session import ENDED, NOTHING_LEFT, RUNNING, Phase, Stage
from studies.phases import Page, page_of
from studies.services.allocation import leave_session
from studies.services.session.advancing import cut_off, enter_phase
from studies.services.session.continuing import end_review, is_review_over
from studies.services.session.ending import find_cut_off
from studies.services.session.lock import lock_session_by_id
from studies.services.session.serving import close_overdue
from studies.services.session.settings import settings_of

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
    n_cut_off: int = 0


def sweep(*, now: datetime) -> Swept:
    """Close overdue cards as missed, end reviews, return the places of the absent, and
    end what a closed study no longer waits for.

    What nobody can go on with is left alone: sessions that are away or over. Each
    session is locked and looked at again on its own, so a sweep never beats an answer
    that came first and never holds more than one session.
    """
    over = find_cut_off(now - SWEPT_AFTER)
    n_cut_off = sum(_sweep_cut_off(session_id, now=now) for session_id in over)
    n_missed = sum(_sweep_card(session_id, now=now) for session_id in _overdue(now))
    n_reviews = sum(_sweep_review(session_id, now=now) for session_id in _reviewed(now))
    n_away = sum(sweep_idle(session_id, now=now) for session_id in _idle(now))
    return Swept(n_missed, n_away, n_reviews, n_cut_off)


def _overdue(now: datetime) -> list[int]:
    overdue = Response.objects.overdue(now=now, patience=SWEPT_AFTER)
    cards = overdue.filter(closed_at=None)
    running = cards.exclude(session__phase__in=ENDED).exclude(session__is_away=True)
    return list(running.order_by("deadline_at").values_list("session_id", flat=True))


def _sweep_card(session_id: int, *, now: datetime) -> int:
    with lock_session_by_id(session_id=session_id, now=now) as locked:
        return close_overdue(locked, patience=SWEPT_AFTER)


def _sweep_cut_off(session_id: int, *, now: datetime) -> int:
    with lock_session_by_id(session_id=session_id, now=now) as locked:
        return cut_off(locked)


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
    since = shown.annotate(shown_at=F("responses__review_at"))
    fields = since.only("settings").order_by("pk")
    return [
        session.pk
        for session in fields
        if now >= session.shown_at + _review_patience(session)
    ]


def _review_patience(session: TeachingSession) -> timedelta:
    return settings_of(session).review(after_right=False) + REVIEW_SWEPT_AFTER


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
    fields = present.only("last_seen_at", "opens_at", "settings").order_by("pk")
    return [session.pk for session in fields if now > patience_ends_at(session)]


def patience_ends_at(session: TeachingSession) -> datetime:
    """When somebody who gives no sign of life counts as away.

    Nobody is idle who was told to come back later.
    """
    since = session.last_seen_at
    if session.opens_at is not None:
        since = max(since, session.opens_at)
    return since + settings_of(session).idle


def sweep_idle(session_id: int, *, now: datetime) -> int:
    """Return the place of somebody absent; 1 if they were, else 0."""
    with lock_session_by_id(session_id=session_id, now=now) as locked:
        session = locked.session
        idle_since = session.last_seen_at
        if session.has_ended or session.is_away:
            return 0
        if now <= patience_ends_at(session):
            return 0
        if session.phase in NOTHING_LEFT:
            enter_phase(locked, Phase.COMPLETED)
            return 0
        leave_session(locked, idle_since=idle_since)
        return 1
