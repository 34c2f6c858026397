"""Leaving a study for good: keeping the answers, or deleting them."""

from datetime import datetime

from studies.errors import FinishedError
from studies.models import TeachingSession
from studies.models.log import LogKind
from studies.models.session import Phase
from studies.services.allocation import return_place
from studies.services.identities import forget_person
from studies.services.session.lock import (
    LockedSession,
    lock_session,
    lock_session_by_id,
)
from studies.services.session.page_context import PageContext, context_of
from studies.services.tokens import require_proof


def withdraw_session(*, token: str, keep_answers: bool, now: datetime) -> PageContext:
    """End a session at the participant's wish; again, it changes nothing.

    Whoever kept the answers may still have them deleted later.
    """
    with lock_session(token=token, now=now) as locked:
        require_proof(token)
        if locked.session.phase == Phase.COMPLETED:
            raise FinishedError
        if locked.session.phase != Phase.WITHDRAWN:
            _withdraw(locked, keep_answers=keep_answers)
        if not keep_answers:
            _erase(locked)
        context = context_of(locked)
    return context


def erase_session(*, session_id: int, now: datetime) -> None:
    """Delete what a participant gave, at their later wish; the chain still verifies."""
    with lock_session_by_id(session_id=session_id, now=now) as locked:
        if not locked.session.has_ended:
            _withdraw(locked, keep_answers=False)
        _erase(locked)


def _withdraw(locked: LockedSession, *, keep_answers: bool) -> None:
    session = locked.session
    return_place(locked)
    session.phase = Phase.WITHDRAWN
    session.step = 0
    session.is_away = False
    session.withdrawn_at = locked.now
    locked.log(LogKind.WITHDRAWN, keep_answers=keep_answers)


def _erase(locked: LockedSession) -> None:
    session = locked.session
    if session.erased_at is not None:
        return
    session.erased_at = locked.now
    _delete_given(session)
    forget_person(session, now=locked.now)
    session.log.update(payload=None, salt=None)
    locked.log(LogKind.ERASED)


def _delete_given(session: TeachingSession) -> None:
    session.responses.all().delete()
    session.questionnaire_answers.all().delete()
    session.events.all().delete()
