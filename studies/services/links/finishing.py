"""How people get back to their recruiter once their part has ended."""

from contextlib import suppress
from dataclasses import replace
from datetime import datetime

from studies.errors import StudyError
from studies.models import ArrivalRecord, RecruiterIdentity, Study, TeachingSession
from studies.models.session import Phase
from studies.models.study import Purpose
from studies.recruitment import (
    OPEN_LINK,
    Arrival,
    Ending,
    Finish,
    find_way_back,
    identify,
)
from studies.recruitment.base import clean_id
from studies.recruitment.finish import NO_CONSENT
from studies.services.codes import code_of
from studies.services.links.terms import terms_of
from studies.services.session.settings import settings_of
from studies.services.tokens import open_session

# In the place of a recruiter: whose person a researcher is who tries the way back.
AS_FROM = f"{Purpose.PREVIEW.value}-"
_NOBODY = "PREVIEW"


def find_finish(*, token: str, now: datetime, assignment: str = "") -> Finish:
    """The way back of whoever holds ``token``; there is none before the end.

    Of the erased we do not know the assignment: then theirs is the one they bring.
    """
    session, arrival_id, stranger_id = open_session(token, now=now)
    if not session.has_ended:
        return Finish()
    arrival = session.arrivals.filter(pk=arrival_id or 0).first()
    recruiter = arrival.recruiter if arrival else OPEN_LINK
    ending = _ending(session, arrival, stranger_id, brought=assignment)
    is_preview = session.purpose == Purpose.PREVIEW
    if is_preview:
        recruiter = recruiter.removeprefix(AS_FROM)
        ending = replace(ending, person=_NOBODY, assignment=_NOBODY)
    terms = terms_of(Study.objects.get(pk=session.study_id), recruiter)
    return replace(find_way_back(recruiter, ending, terms), is_preview=is_preview)


def find_way_of_refusal(study: Study, arrival: Arrival) -> Finish:
    """The way back of somebody who looked and did not agree."""
    terms = terms_of(study, arrival.recruiter)
    try:
        identity = identify(arrival, terms)
    except StudyError:
        return Finish()
    ending = Ending(
        NO_CONSENT,
        person=identity.external_id,
        assignment=identity.assignment,
        is_earned=True,
    )
    return find_way_back(arrival.recruiter, ending, terms)


def find_assignment(*, token: str, now: datetime) -> str:
    """The task by which whoever holds ``token`` came, while it is known."""
    session, arrival_id, _ = open_session(token, now=now)
    arrival = session.arrivals.filter(pk=arrival_id or 0).first()
    return arrival.assignment if arrival else ""


def _ending(
    session: TeachingSession,
    arrival: ArrivalRecord | None,
    stranger_id: int | None,
    *,
    brought: str,
) -> Ending:
    code = code_of(session, stranger_id) or ""
    known = RecruiterIdentity.objects.filter(participant=session.participant_id)
    return Ending(
        outcome=session.phase,
        code=code,
        person=known.values_list("external_id", flat=True).first() or "",
        assignment=_assignment(session, arrival, brought),
        site=arrival.site if arrival else "",
        is_earned=bool(code) or (stranger_id is None and _pays_nothing(session)),
    )


def _assignment(
    session: TeachingSession, arrival: ArrivalRecord | None, brought: str
) -> str:
    if arrival is None or arrival.assignment or session.erased_at is None:
        return arrival.assignment if arrival else ""
    with suppress(StudyError):
        return clean_id(brought)
    return ""


def _pays_nothing(session: TeachingSession) -> bool:
    """Whether nobody is paid whose part ends so: then no code is worth anything."""
    return not settings_of(session).pays(Phase(session.phase))
