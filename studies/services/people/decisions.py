"""What researchers do about a participant: each in the study's log."""

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from studies.errors import InvalidError
from studies.models import (
    ArrivalRecord,
    ExclusionDecision,
    ParticipantNote,
    RecruiterIdentity,
    Study,
    TeachingSession,
)
from studies.models.study import Purpose
from studies.models.team import Action
from studies.services.enrolment.more_time import grant_time
from studies.services.people.looks import has_seen_outcomes
from studies.services.session.withdrawal import erase_session, is_erased, screen_out
from studies.services.team.audit import record_action


def have_results_been_seen(study: Study) -> bool:
    """Whether somebody unlocked, saw or exported results: no decision is blind then."""
    looks = (Action.RESULTS_UNLOCKED, Action.RESULTS_SEEN)
    exported = Q(action=Action.EXPORTED, detail__purpose=Purpose.REAL)
    return study.audit.filter(Q(action__in=looks) | exported).exists()


@transaction.atomic
def decide_exclusion(
    *,
    session: TeachingSession,
    is_excluded: bool,
    reason: str,
    who: str,
    now: datetime,
) -> ExclusionDecision:
    """Exclude somebody from the analysis, or include them again, with a reason."""
    if not reason.strip():
        raise InvalidError("A decision needs a reason.")
    last = session.exclusions.last()
    if is_excluded == (last is not None and last.is_excluded):
        state = "excluded" if is_excluded else "included"
        raise InvalidError(f"This participant is {state} already.")
    decision = ExclusionDecision.objects.create(
        session=session,
        at=now,
        who=who,
        is_excluded=is_excluded,
        reason=reason.strip(),
        after_unlocking=have_results_been_seen(session.study),
        after_seeing_outcomes=has_seen_outcomes(session=session, who=who),
    )
    action = Action.EXCLUDED if is_excluded else Action.INCLUDED
    _record(session, action, who=who, now=now)
    return decision


@transaction.atomic
def write_note(
    *, session: TeachingSession, text: str, who: str, now: datetime
) -> ParticipantNote:
    """Keep what somebody wants to remember about a participant."""
    if not text.strip():
        raise InvalidError("The note is empty.")
    note = ParticipantNote.objects.create(
        session=session, at=now, who=who, text=text.strip()
    )
    _record(session, Action.NOTED, who=who, now=now)
    return note


@transaction.atomic
def give_time(
    *, session: TeachingSession, factor: float, reason: str, who: str, now: datetime
) -> None:
    """Give somebody more time for every card, before the prequiz.

    Why stands among the notes on them, which erasing deletes.
    """
    if not reason.strip():
        raise InvalidError("More time needs a reason.")
    grant_time(session_id=session.pk, factor=factor, now=now)
    text = f"Granted {factor:g} times the time: {reason.strip()}"
    ParticipantNote.objects.create(session=session, at=now, who=who, text=text)
    _record(session, Action.TIME_GRANTED, who=who, now=now, factor=str(factor))


@transaction.atomic
def turn_away(
    *, session: TeachingSession, reason: str, who: str, now: datetime
) -> None:
    """Screen somebody out; the reason stays in their own log, which erasing empties."""
    screen_out(session_id=session.pk, reason=reason, now=now)
    _record(session, Action.SCREENED_OUT, who=who, now=now)


@transaction.atomic
def erase_participant(*, session: TeachingSession, who: str, now: datetime) -> None:
    """Delete for good what somebody gave, who they are, and notes on them."""
    if is_erased(session):
        raise InvalidError("Everything of this participant was erased already.")
    erase_session(session_id=session.pk, by=who, now=now)
    _record(session, Action.ERASED, who=who, now=now)


@transaction.atomic
def look_at_identity(
    *, session: TeachingSession, who: str, now: datetime
) -> tuple[RecruiterIdentity | None, list[ArrivalRecord]]:
    """Who somebody is at their recruiter, and with which assignments they came."""
    _record(session, Action.IDENTITY_SEEN, who=who, now=now)
    identity = RecruiterIdentity.objects.filter(participant=session.participant_id)
    return identity.first(), list(session.arrivals.order_by("pk"))


def _record(
    session: TeachingSession, action: Action, *, who: str, now: datetime, **detail: str
) -> None:
    # Reasons and notes may tell who somebody is, and this log outlasts an erasure.
    participant = session.participant.pseudonym
    record_action(
        session.study, action, who=who, now=now, participant=participant, **detail
    )
