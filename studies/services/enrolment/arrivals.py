"""Coming through a recruiter's link: by whom, and how it was proved."""

from datetime import datetime

from studies.errors import OtherRecruiterError
from studies.models import ArrivalRecord, Study, TeachingSession
from studies.models.recruitment import Proof
from studies.recruitment import NAMEABLE, Identity


def require_accepted(study: Study, recruiter: str) -> None:
    """Refuse people of a recruiter that ``study`` could name and does not."""
    if recruiter in NAMEABLE and recruiter not in study.recruiters:
        raise OtherRecruiterError


def prove(session: TeachingSession, identity: Identity) -> Proof:
    """What shows that ``session`` is of whoever comes as ``identity``.

    Recruiters' ids are no secrets. The assignment that came first is known to its
    worker alone, until the recruiter gives it to another one: then it proves nobody.
    """
    if identity.is_proof:
        return Proof.SECRET
    first = session.arrivals.order_by("pk").first()
    if not identity.assignment or first is None:
        return Proof.NONE
    if first.assignment != identity.assignment or _has_other_worker(session, identity):
        return Proof.NONE
    return Proof.ASSIGNMENT


def _has_other_worker(session: TeachingSession, identity: Identity) -> bool:
    brought = ArrivalRecord.objects.filter(
        session__study=session.study_id,
        recruiter=identity.recruiter,
        assignment=identity.assignment,
    )
    return brought.exclude(session=session).exists()


def record_arrival(
    session: TeachingSession, identity: Identity, *, proof: Proof, now: datetime
) -> ArrivalRecord:
    """Write down that somebody came; what was stored before stays as it is."""
    return ArrivalRecord.objects.create(
        session=session,
        recruiter=identity.recruiter,
        assignment=identity.assignment,
        proof=proof,
        at=now,
    )
