"""Leaving a page that asks for nothing."""

from datetime import datetime, timedelta

from studies.errors import TooEarlyError, WrongPageError
from studies.models.log import LogKind
from studies.models.session import Phase, Stage
from studies.phases import QUESTION_PAGES, Page, PageKey, next_phase, page_of
from studies.services.session.advancing import enter_phase
from studies.services.session.cards import review_ends_at
from studies.services.session.lock import LockedSession, lock_session
from studies.services.session.serving import serve_due
from studies.services.session.showing.page_context import PageContext, context_of


def continue_session(
    *, token: str, leaving: PageKey, now: datetime, serve: bool = False
) -> PageContext:
    """Leave the instructions, a page between phases, a review, the result or the
    debriefing.

    Whoever is no longer on the page they are ``leaving`` has left it already: a second
    click or a retry changes nothing. With ``serve`` the reply shows the card that comes
    next, so its clock begins.
    """
    with lock_session(token=token, now=now) as locked:
        if locked.session.phase != Phase.COMPLETED:
            locked.require_running()
            if PageKey.of(locked.session) == leaving:
                _leave_page(locked)
        if serve:
            serve_due(locked)
        context = context_of(locked)
    return context


def _leave_page(locked: LockedSession) -> None:
    session = locked.session
    page = page_of(session, now=locked.now)
    if page == Page.WAITING:
        raise TooEarlyError("The next part is not open yet.")
    if page in QUESTION_PAGES:
        raise WrongPageError("Please answer the questions first.")
    if page == Page.INTRODUCTION:
        session.stage = Stage.CARDS
    elif page == Page.REVIEW:
        _leave_review(locked)
    elif page in (Page.INSTRUCTIONS, Page.RESULT, Page.DEBRIEF):
        enter_phase(locked, next_phase(session.phase))


def _leave_review(locked: LockedSession) -> None:
    if not is_review_over(locked):
        raise TooEarlyError("Look at the answer a little longer.")
    end_review(locked)


def end_review(locked: LockedSession) -> None:
    """Go on to the next card, not yet served, or to the next phase."""
    session = locked.session
    locked.log(LogKind.REVIEWED, phase=session.phase, step=session.step)
    if session.step == locked.settings.n_steps(session.phase):
        enter_phase(locked, next_phase(session.phase))
    else:
        session.step += 1
        session.stage = Stage.CARDS


def is_review_over(locked: LockedSession, *, after: timedelta = timedelta(0)) -> bool:
    """Whether the review was shown for its time, and for so long ``after`` it."""
    card = locked.cards.current
    ends_at = None if card is None else review_ends_at(card, locked.settings)
    return ends_at is not None and locked.now >= ends_at + after
