"""Moving along the journey: phases, the pages between them, and the end."""

from datetime import datetime, timedelta

from studies.errors import TooEarlyError, WrongPageError
from studies.models import Response, TeachingSession
from studies.models.log import LogKind
from studies.models.session import Phase, Stage
from studies.phases import RULES, Page, next_phase, page_of
from studies.services import allocation
from studies.services.session.cards import Cards, load_cards, review_ends_at
from studies.services.session.lock import LockedSession, lock_session
from studies.services.session.scheduling import choose_card, n_steps_of, teach_in_arm
from studies.services.session.settings import SessionSettings
from studies.services.session.state import State, state_of
from studies.services.tokens import new_completion_code


def continue_session(*, token: str, now: datetime) -> State:
    """Leave the instructions, a page between phases, a review or the debriefing.

    Where there is nothing to leave, a second click changes nothing.
    """
    with lock_session(token=token, now=now) as locked:
        cards = load_cards(locked.session)
        if locked.session.phase != Phase.COMPLETED:
            locked.require_running()
            _leave_page(locked, cards)
        state = state_of(cards, now=locked.now)
    return state


def advance(locked: LockedSession, cards: Cards, card: Response) -> None:
    """Go on after ``card`` was closed: choose the next one, or end the phase.

    The next learning card is chosen now and shown after the review.
    """
    session, rule = locked.session, RULES[card.phase]
    is_last = card.step == n_steps_of(locked.settings, card.phase)
    if not is_last:
        choose_card(locked, cards, step=card.step + 1)
    if rule.reviewed and not _skips_review(locked.settings, card):
        session.stage = Stage.REVIEW
    elif is_last:
        enter_phase(locked, cards, next_phase(card.phase))
    else:
        session.step = card.step + 1


def _skips_review(settings: SessionSettings, card: Response) -> bool:
    return settings.review_only_after_errors and card.recalled


def enter_phase(locked: LockedSession, cards: Cards, phase: Phase) -> None:
    """Begin ``phase``; with cards, its first one is chosen at once."""
    session, rule = locked.session, RULES[phase]
    if _is_empty(phase, locked.settings):
        enter_phase(locked, cards, next_phase(phase))
        return
    if phase == Phase.LEARNING:
        teach_in_arm(locked, cards, allocation.take_place(locked))
    session.phase = phase
    session.stage = Stage.INTRODUCTION if rule.introduced else Stage.CARDS
    session.step = 1 if rule.has_cards else 0
    session.opens_at = _opening(locked, rule.delay)
    locked.log(LogKind.PHASE, phase=phase)
    if rule.has_cards:
        choose_card(locked, cards, step=1)
    if phase == Phase.COMPLETED:
        _complete(locked)


def _is_empty(phase: Phase, settings: SessionSettings) -> bool:
    """Whether the study left a page out."""
    if phase == Phase.QUESTIONNAIRE:
        return not settings.questionnaire
    return phase == Phase.DEBRIEF and not settings.debrief_text


def _opening(locked: LockedSession, delay: str) -> datetime | None:
    seconds = getattr(locked.settings, delay) if delay else 0
    return locked.now + timedelta(seconds=seconds) if seconds else None


def _leave_page(locked: LockedSession, cards: Cards) -> None:
    session = locked.session
    page = page_of(session, now=locked.now)
    if page == Page.WAITING:
        raise TooEarlyError("The next part is not open yet.")
    if page == Page.QUESTIONNAIRE:
        raise WrongPageError("Please answer the questions first.")
    if page == Page.INTRODUCTION:
        session.stage = Stage.CARDS
    elif page == Page.REVIEW:
        _leave_review(locked, cards)
    elif page in (Page.INSTRUCTIONS, Page.DEBRIEF):
        enter_phase(locked, cards, next_phase(session.phase))


def _leave_review(locked: LockedSession, cards: Cards) -> None:
    session, card = locked.session, cards.current
    if card is None or not _is_review_over(card, locked.settings, now=locked.now):
        raise TooEarlyError("Look at the answer a little longer.")
    locked.log(LogKind.REVIEWED, phase=session.phase, step=session.step)
    if session.step == n_steps_of(locked.settings, session.phase):
        enter_phase(locked, cards, next_phase(session.phase))
    else:
        session.step += 1
        session.stage = Stage.CARDS


def _is_review_over(
    card: Response, settings: SessionSettings, *, now: datetime
) -> bool:
    ends_at = review_ends_at(card, settings)
    return ends_at is not None and now >= ends_at


def _complete(locked: LockedSession) -> None:
    session = locked.session
    allocation.complete_place(session)
    session.completed_at = locked.now
    session.completion_code = _unused_code()
    locked.log(LogKind.COMPLETED, code=session.completion_code)


def _unused_code() -> str:
    # 60 random bits: a second try is for form, the unique constraint decides.
    code = new_completion_code()
    while TeachingSession.objects.filter(completion_code=code).exists():
        code = new_completion_code()
    return code
