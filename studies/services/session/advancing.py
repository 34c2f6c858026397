"""Moving along the journey: phases, the pages between them, and the end."""

from studies.models import Response
from studies.models.log import LogKind
from studies.models.session import NOTHING_LEFT, QUESTION_PHASES, Phase, Stage
from studies.phases import RULES, next_phase
from studies.services import allocation
from studies.services.session.ending import end_session
from studies.services.session.lock import LockedSession
from studies.services.session.scheduling import choose_card, teach_in_arm
from studies.services.session.settings import SessionSettings


def advance(locked: LockedSession, card: Response) -> None:
    """Go on after ``card`` was closed: choose the next one, or end the phase.

    The next learning card is chosen now and shown after the review.
    """
    session = locked.session
    is_last = card.step == locked.settings.n_steps(card.phase)
    if not is_last:
        choose_card(locked, step=card.step + 1)
    if RULES[card.phase].reviewed and not _skips_review(locked.settings, card):
        session.stage = Stage.REVIEW
    elif is_last:
        enter_phase(locked, next_phase(card.phase))
    else:
        session.step = card.step + 1


def _skips_review(settings: SessionSettings, card: Response) -> bool:
    return card.recalled and not settings.reviews_right_answers


def enter_phase(locked: LockedSession, phase: Phase) -> None:
    """Begin ``phase``; with cards, its first one is chosen at once."""
    session, rule = locked.session, RULES[phase]
    if _is_empty(phase, locked.settings):
        enter_phase(locked, next_phase(phase))
        return
    if phase == Phase.LEARNING:
        teach_in_arm(locked, allocation.take_place(locked))
    delay = locked.settings.delay(phase)
    session.phase = phase
    session.stage = Stage.INTRODUCTION if rule.introduced else Stage.CARDS
    session.step = 1 if rule.has_cards else 0
    session.opens_at = None if delay is None else locked.now + delay
    locked.log(LogKind.PHASE, phase=phase)
    if rule.has_cards:
        choose_card(locked, step=1)
    if phase == Phase.COMPLETED:
        end_session(locked, phase)


def _is_empty(phase: Phase, settings: SessionSettings) -> bool:
    """Whether the study left a page out."""
    if phase in QUESTION_PHASES:
        return not settings.questions(phase)
    if phase == Phase.RESULT:
        return not settings.shows_result
    return phase == Phase.DEBRIEF and not settings.debrief_text


def cut_off(locked: LockedSession) -> bool:
    """End a session that its closed study no longer waits for; says whether it did.

    Whoever did not finish in time has not asked to leave, but is owed the same. With
    nothing but pages to read left, they have completed.
    """
    session = locked.session
    if session.has_ended or not session.study.is_over(now=locked.now):
        return False
    if session.phase in NOTHING_LEFT:
        enter_phase(locked, Phase.COMPLETED)
        return True
    session.is_cut_off = True
    end_session(locked, Phase.WITHDRAWN, cut_off=True)
    return True
