"""Showing a session: serving its card, and closing what ran out of time."""

from datetime import datetime, timedelta

from studies.errors import WrongPageError
from studies.models import Response, TeachingSession
from studies.models.log import LogKind
from studies.phases import Page, page_of
from studies.services.session.advancing import advance
from studies.services.session.cards import (
    Cards,
    close_as_missed,
    is_past_grace,
    limit_of,
    load_cards,
)
from studies.services.session.lock import LockedSession, lock_session
from studies.services.session.settings import SessionSettings, settings_of
from studies.services.session.state import State, state_of
from studies.services.tokens import read_session

MAX_TAKEN_BACK = 10
SEEN_EVERY = timedelta(seconds=30)


def show_session(
    *, token: str, now: datetime, serve: bool = True, paused: bool = False
) -> State:
    """The state, with the card served if one is due and this is a real look at it.

    Nothing is written without ``serve``. Paused, what ran out of time is closed, but
    no card's clock begins. Only what has to be written takes the lock: reading again
    costs two queries.
    """
    session = read_session(token, now=now)
    cards = load_cards(session)
    if not serve or not _has_work(session, cards, now=now):
        return state_of(cards, now=max(now, session.last_seen_at))
    with lock_session(token=token, now=now) as locked:
        cards = load_cards(locked.session)
        _work(locked, cards, serve=not paused)
        state = state_of(cards, now=locked.now)
    return state


def _has_work(session: TeachingSession, cards: Cards, *, now: datetime) -> bool:
    if session.has_ended or session.study.is_closed:
        return False
    if session.is_away or now - session.last_seen_at > _seen_every(session):
        return True
    page, card = page_of(session, now=now), cards.current
    if page == Page.REVIEW:
        return card is not None and card.review_at is None
    return page == Page.CARD and _is_due(card, settings_of(session), now=now)


def _seen_every(session: TeachingSession) -> timedelta:
    """How stale the last sign of life may get: short against the idle time."""
    return min(SEEN_EVERY, timedelta(seconds=session.settings["idle_seconds"] / 4))


def _is_due(card: Response | None, settings: SessionSettings, *, now: datetime) -> bool:
    if card is None:
        return False
    return card.served_at is None or is_past_grace(card, settings, now=now)


def _work(locked: LockedSession, cards: Cards, *, serve: bool) -> None:
    session = locked.session
    if session.has_ended or session.study.is_closed:
        return
    _close_overdue(locked, cards)
    page, card = page_of(session, now=locked.now), cards.current
    if page == Page.REVIEW and card is not None and card.review_at is None:
        card.review_at = locked.now
        card.save(update_fields=["review_at"])
    is_due = page == Page.CARD and card is not None and card.served_at is None
    if serve and is_due and card is not None:
        _serve(locked, card)


def _close_overdue(locked: LockedSession, cards: Cards) -> None:
    card = cards.current
    if card is None or card.is_closed or card.served_at is None:
        return
    if page_of(locked.session, now=locked.now) == Page.CARD and is_past_grace(
        card, locked.settings, now=locked.now
    ):
        miss_card(locked, cards, card)


def miss_card(locked: LockedSession, cards: Cards, card: Response) -> None:
    """Close a served card whose time ran out, and go on."""
    close_as_missed(card, now=locked.now)
    card.save(update_fields=["outcome", "closed_at"])
    locked.log(LogKind.CLOSED, phase=card.phase, step=card.step, outcome=card.outcome)
    advance(locked, cards, card)


def take_card_back(*, token: str, phase: str, step: int, now: datetime) -> None:
    """Make the open card unserved, because its picture did not load.

    Its clock begins anew when it is shown again. A session may do so a few times, and
    not once the time is over: that card is missed.
    """
    with lock_session(token=token, now=now) as locked:
        locked.require_running()
        card = load_cards(locked.session).current
        if card is None or (card.phase, card.step) != (phase, step) or card.is_closed:
            raise WrongPageError
        n_before = locked.session.log.filter(kind=LogKind.TAKEN_BACK).count()
        is_over = is_past_grace(card, locked.settings, now=locked.now)
        if card.served_at is not None and n_before < MAX_TAKEN_BACK and not is_over:
            card.served_at = card.deadline_at = None
            card.save(update_fields=["served_at", "deadline_at"])
            locked.log(LogKind.TAKEN_BACK, phase=phase, step=step)


def _serve(locked: LockedSession, card: Response) -> None:
    limit = limit_of(locked.session, locked.settings, card.phase)
    card.served_at = locked.now
    card.deadline_at = locked.now + limit if limit is not None else None
    card.save(update_fields=["served_at", "deadline_at"])
    locked.log(LogKind.SERVED, phase=card.phase, step=card.step)
