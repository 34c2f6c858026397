"""Leaving a study for good: keeping the answers, or deleting them."""

from datetime import datetime

from studies.errors import FinishedError
from studies.models import RecruiterIdentity, TeachingSession
from studies.models.log import LogKind
from studies.models.session import Phase
from studies.services.allocation import return_place
from studies.services.session.cards import load_cards
from studies.services.session.lock import Turn, take_turn, take_turn_by_id
from studies.services.session.state import State, state_of


def withdraw_session(*, token: str, keep_answers: bool, now: datetime) -> State:
    """End a session at the participant's wish; again, it changes nothing.

    Whoever kept the answers may still have them deleted later.
    """
    with take_turn(token=token, now=now) as turn:
        if turn.session.phase == Phase.COMPLETED:
            raise FinishedError
        if turn.session.phase != Phase.WITHDRAWN:
            _withdraw(turn, keep_answers=keep_answers)
        if not keep_answers:
            _erase(turn)
        state = state_of(load_cards(turn.session), now=turn.now)
    return state


def erase_session(*, session_id: int, now: datetime) -> None:
    """Delete what a participant gave, at their later wish; the chain still verifies."""
    with take_turn_by_id(session_id=session_id, now=now) as turn:
        if not turn.session.has_ended:
            _withdraw(turn, keep_answers=False)
        _erase(turn)


def _withdraw(turn: Turn, *, keep_answers: bool) -> None:
    session = turn.session
    return_place(turn)
    session.phase = Phase.WITHDRAWN
    session.step = 0
    session.is_away = False
    session.withdrawn_at = turn.now
    turn.log(LogKind.WITHDRAWN, keep_answers=keep_answers)


def _erase(turn: Turn) -> None:
    session = turn.session
    if session.erased_at is not None:
        return
    session.erased_at = turn.now
    _delete_given(session)
    session.log.update(payload=None, salt=None)
    turn.log(LogKind.ERASED)


def _delete_given(session: TeachingSession) -> None:
    session.responses.all().delete()
    session.questionnaire_answers.all().delete()
    session.events.all().delete()
    if session.participant.sessions.filter(erased_at=None).count() <= 1:
        RecruiterIdentity.objects.filter(participant=session.participant).delete()
