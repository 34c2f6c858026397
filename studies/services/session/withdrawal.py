"""Leaving a study for good: by one's own wish or not, with the answers or without."""

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from django.db.models import Q

from studies.errors import FinishedError, InvalidError, NotFoundError
from studies.models import SessionDevice, TeachingSession
from studies.models.log import LogKind
from studies.models.session import Phase
from studies.services.identities import forget_person
from studies.services.session.ending import end_session
from studies.services.session.lock import (
    LockedSession,
    lock_session,
    lock_session_by_id,
)
from studies.services.session.showing.page_context import (
    BY_PARTICIPANT,
    PageContext,
    context_of,
)

BY_RESTORE = "restore"


def withdraw_session(*, token: str, keep_answers: bool, now: datetime) -> PageContext:
    """End a session at the participant's wish; again, it changes nothing.

    Whoever kept the answers may still have them deleted later. Deleting them costs
    nobody the code they are owed.
    """
    with lock_session(token=token, now=now) as locked:
        locked.require_proof()
        session = locked.session
        if session.phase == Phase.COMPLETED:
            raise FinishedError
        if not session.has_ended:
            end_session(locked, Phase.WITHDRAWN, keep_answers=keep_answers)
        if not keep_answers and session.erased_at is None:
            _erase(locked, by=BY_PARTICIPANT, now=now)
        context = context_of(locked)
    return context


def screen_out(*, session_id: int, reason: str, now: datetime) -> None:
    """End the session of somebody who is not whom the study looks for."""
    with lock_session_by_id(session_id=session_id, now=now) as locked:
        session = locked.session
        if session.has_ended:
            raise FinishedError(f"This session has ended already ({session.phase}).")
        locked.require_running()
        end_session(locked, Phase.SCREENED_OUT, reason=reason)


def find_sessions(name: str, *, study: str = "") -> list[TeachingSession]:
    """The sessions of one person, who may be named in several ways.

    That is by a session's id, a pseudonym, a worker's id or a completion code.
    """
    sessions = TeachingSession.objects.select_related("study", "participant")
    named = sessions.filter(_named(name)).distinct().order_by("pk")
    found = list(named.filter(study__slug=study) if study else named)
    # Whoever came by an open link has no id, and is not meant by naming none.
    if not found or not name:
        raise NotFoundError("There is no such session or participant.")
    if len({session.participant_id for session in found}) > 1:
        people = (f"{each.participant} ({each.study.slug})" for each in found)
        raise InvalidError(
            f"This is more than one person: {', '.join(people)}. "
            "Name a pseudonym, or the study."
        )
    return found


def _named(name: str) -> Q:
    try:
        return Q(public_id=UUID(name))
    except ValueError:
        return (
            Q(participant__pseudonym=name)
            | Q(participant__identity__external_id__iexact=name)
            | Q(codes__code=name.upper())
        )


def is_erased(session: TeachingSession) -> bool:
    """Whether nothing is left to erase; who deletes their answers keeps a code."""
    return session.erased_at is not None and not session.codes.exists()


def erase_session(*, session_id: int, now: datetime, by: str = "researcher") -> None:
    """Delete what a participant gave, whenever; the chain still verifies.

    Their codes go as well, so pay them first.
    """
    with lock_session_by_id(session_id=session_id, now=now) as locked:
        if not locked.session.has_ended:
            end_session(locked, Phase.WITHDRAWN, owes=False, keep_answers=False)
        locked.session.codes.all().delete()
        _erase(locked, by=by, now=now)


def erase_again(erased: Mapping[str, bool], *, now: datetime) -> int:
    """Erase anew who was erased after a backup was made that has come back.

    Sessions are named by their ids, each with whether its codes went as well.
    """
    n_again = 0
    for session in TeachingSession.objects.filter(public_id__in=erased):
        is_whole = erased[str(session.public_id)]
        if session.erased_at is not None and not (is_whole and session.codes.exists()):
            continue
        n_again += 1
        if is_whole:
            erase_session(session_id=session.pk, now=now, by=BY_RESTORE)
        else:
            _erase_answers(session.pk, now=now)
    return n_again


def _erase_answers(session_id: int, *, now: datetime) -> None:
    with lock_session_by_id(session_id=session_id, now=now) as locked:
        if not locked.session.has_ended:
            end_session(locked, Phase.WITHDRAWN, keep_answers=False)
        _erase(locked, by=BY_PARTICIPANT, now=now)


def _erase(locked: LockedSession, *, by: str, now: datetime) -> None:
    """By the real clock: that of a simulated person runs ahead."""
    session = locked.session
    session.erased_at = session.erased_at or now
    _delete_given(session)
    forget_person(session, now=now)
    # A report shows everybody as a dot.
    session.study.reports.filter(purpose=session.purpose).delete()
    session.log.update(payload=None, salt=None)
    locked.log(LogKind.ERASED, by=by)


def _delete_given(session: TeachingSession) -> None:
    session.responses.all().delete()
    session.questionnaire_answers.all().delete()
    session.events.all().delete()
    SessionDevice.objects.filter(session=session).delete()
    session.notes.all().delete()
    session.exclusions.update(reason="")
