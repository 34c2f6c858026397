"""Showing a session: serving its card, and closing what ran out of time."""

import json
from datetime import datetime, timedelta

from studies.errors import WrongPageError
from studies.limits import STANDS_STILL_SECONDS
from studies.models import Response, TeachingSession
from studies.models.log import LogKind
from studies.phases import Page, page_of
from studies.services.session.advancing import advance, cut_off
from studies.services.session.cards import Cards, close_as_missed
from studies.services.session.lock import (
    LockedSession,
    lock_session,
    lock_session_by_id,
)
from studies.services.session.settings import SessionSettings, settings_of
from studies.services.session.showing.page_context import PageContext, context_of
from studies.services.session.showing.state import seconds_until, state_of
from studies.services.tokens import open_session
from studies.tallies import TALLIES

MAX_TAKEN_BACK = 10
MAX_TAKEN_BACK_EACH = 2


def show_session(
    *,
    token: str,
    now: datetime,
    serve: bool = True,
    paused: bool = False,
    greets: bool = False,
) -> PageContext:
    """The page, with the card served if one is due and this is a real look at it.

    Nothing is written without ``serve``. Paused, what ran out of time is closed, but
    no card's clock begins; a page that ``greets`` does so for those who were away.
    Only what has to be written takes the lock: reading again costs two queries.
    """
    session, _, stranger_id = open_session(token, now=now)
    cards = Cards(session, settings_of(session))
    seen_at = session.time_at(now)
    if not serve and not _fits(cards, now=seen_at):
        return _read_at_once(session, stranger_id, now=now)
    if not serve or not _has_work(cards, now=seen_at, clock=now):
        state = state_of(cards, now=seen_at, stranger_id=stranger_id)
        return PageContext(
            session, cards.settings, state, cards, session.is_away, stranger_id
        )
    with lock_session(token=token, now=now) as locked:
        _work(locked, serve=not paused and not (greets and locked.was_away))
        context = context_of(locked)
    return context


def _has_work(cards: Cards, *, now: datetime, clock: datetime) -> bool:
    session, settings, card = cards.session, cards.settings, cards.current
    if session.has_ended:
        return False
    if session.has_seen_later(clock):
        return True
    if session.study.is_over(now=now) or session.is_away:
        return True
    page = page_of(session, now=now)
    if card is None or not _fits(cards, now=now):
        return page in (Page.CARD, Page.REVIEW)
    if page == Page.REVIEW:
        return card.review_at is None
    return page == Page.CARD and _is_due(card, settings, now=now)


def _fits(cards: Cards, *, now: datetime) -> bool:
    """Whether the card is of the page that the session was on.

    Session and cards are two reads. Between them an answer may close the card, and
    the next one is not at hand: that would look like a card that nobody sees.
    """
    card, page = cards.current, page_of(cards.session, now=now)
    if page == Page.CARD:
        return card is not None and not card.is_closed
    return page != Page.REVIEW or (card is not None and card.is_closed)


def _read_at_once(
    session: TeachingSession, stranger_id: int | None, *, now: datetime
) -> PageContext:
    """The page as it is, read while nobody can change it; nothing is written."""
    with lock_session_by_id(
        session_id=session.pk, now=now, stranger_id=stranger_id
    ) as locked:
        return context_of(locked)


def _is_due(card: Response, settings: SessionSettings, *, now: datetime) -> bool:
    return card.served_at is None or card.is_overdue(now=now, patience=settings.grace)


def _work(locked: LockedSession, *, serve: bool) -> None:
    session = locked.session
    if session.has_ended or cut_off(locked):
        return
    close_overdue(locked, patience=locked.settings.grace)
    _begin_review(locked)
    if serve:
        _begin_card(locked)


def close_overdue(locked: LockedSession, *, patience: timedelta) -> bool:
    """Close the card on the page as missed if it is overdue; says whether it did."""
    card = locked.cards.current
    if card is None or card.is_closed:
        return False
    if page_of(locked.session, now=locked.now) != Page.CARD:
        return False
    if not card.is_overdue(now=locked.now, patience=patience):
        return False
    _miss(locked, card)
    return True


def _miss(locked: LockedSession, card: Response) -> None:
    close_as_missed(card, now=locked.now)
    TALLIES.count_card(card.outcome)
    locked.log(LogKind.CLOSED, phase=card.phase, step=card.step, outcome=card.outcome)
    advance(locked, card)


def take_card_back(*, token: str, phase: str, step: int, now: datetime) -> None:
    """Make the open card unserved, because its picture did not load.

    It keeps the time it had left until it is shown again, if that is soon. A card and
    a session may do so a few times, and not once the time is over; beyond that the
    clock runs on, as it does for whoever came without proof.
    """
    with lock_session(token=token, now=now) as locked:
        locked.require_running()
        card = locked.cards.current
        if card is None or (card.phase, card.step) != (phase, step) or card.is_closed:
            raise WrongPageError
        left = seconds_until(card.deadline_at, locked.now)
        if card.served_at is not None and left != 0 and _may_take_back(locked, card):
            card.served_at = card.deadline_at = None
            card.seconds_left = left
            locked.log(LogKind.TAKEN_BACK, phase=phase, step=step, seconds_left=left)


def _may_take_back(locked: LockedSession, card: Response) -> bool:
    """Whether ``card`` may stand still once more.

    A stranger's request would let the answer fail that its person is typing.
    """
    if locked.stranger_id is not None:
        return False
    texts = locked.session.log.filter(kind=LogKind.TAKEN_BACK).values_list("payload")
    taken_back = [json.loads(text or "{}") for (text,) in texts]
    own = {"phase": card.phase, "step": card.step}
    n_own = sum(own.items() <= each.items() for each in taken_back)
    return len(taken_back) < MAX_TAKEN_BACK and n_own < MAX_TAKEN_BACK_EACH


def serve_due(locked: LockedSession) -> None:
    """Begin the time of the review or card that is shown now, if it has not begun."""
    _begin_review(locked)
    _begin_card(locked)


def _begin_review(locked: LockedSession) -> None:
    card = locked.cards.current
    is_review = page_of(locked.session, now=locked.now) == Page.REVIEW
    if is_review and card is not None and card.review_at is None:
        card.review_at = locked.now


def _begin_card(locked: LockedSession) -> None:
    card = locked.cards.current
    if card is None or card.served_at is not None:
        return
    if page_of(locked.session, now=locked.now) != Page.CARD:
        return
    limit = _limit(locked, card)
    card.served_at = locked.now
    card.deadline_at = None if limit is None else locked.now + limit
    locked.log(LogKind.SERVED, phase=card.phase, step=card.step)


def _limit(locked: LockedSession, card: Response) -> timedelta | None:
    """How long ``card`` may be thought about; if it was taken back, what is left."""
    factor = locked.session.time_factor
    if card.seconds_left is None:
        return locked.settings.limit(card.phase, time_factor=factor)
    taken_back = locked.session.log.filter(kind=LogKind.TAKEN_BACK).latest("number")
    away = (locked.now - taken_back.at).total_seconds()
    ran_on = max(0.0, away - STANDS_STILL_SECONDS * factor)
    return timedelta(seconds=max(0.0, card.seconds_left - ran_on))
