"""Coming through a recruiter's link: by whom, and how it was proved."""

from datetime import datetime

from django.db.models import QuerySet

from studies.errors import OtherRecruiterError
from studies.models import ArrivalRecord, Study, TeachingSession
from studies.models.recruitment import Proof
from studies.recruitment import NAMEABLE, Identity

OWN = tuple(proof for proof in Proof if proof != Proof.TAKEN)


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
        return Proof.SIGNED if identity.key_id else Proof.SECRET
    first = session.arrivals.order_by("pk").first()
    if not identity.assignment or first is None:
        return Proof.NONE
    if first.assignment != identity.assignment or _has_other_worker(session, identity):
        return Proof.NONE
    return Proof.ASSIGNMENT


def find_paid_arrival(
    session: TeachingSession, identity: Identity
) -> ArrivalRecord | None:
    """The arrival without proof by which ``identity`` came to a code of its own.

    Whoever brings its assignment again has lost the page with that code.
    """
    if not identity.assignment or _has_other_worker(session, identity):
        return None
    return session.arrivals.filter(
        recruiter=identity.recruiter,
        assignment=identity.assignment,
        proof=Proof.NONE,
        codes__isnull=False,
    ).first()


def _has_other_worker(session: TeachingSession, identity: Identity) -> bool:
    brought = _bringing(session.study_id, identity)
    return brought.exclude(session=session, proof__in=OWN).exists()


def mark_taken(study: Study, identity: Identity, *, now: datetime) -> None:
    """Write down at a session that somebody else brought its assignment.

    Whoever is let in leaves an arrival of their own; this is for those who are not.
    """
    if not identity.assignment:
        return
    brought = _bringing(study.pk, identity).exclude(proof=Proof.TAKEN)
    theirs = brought.exclude(session__participant__identity__person_key=identity.key)
    for session_id in set(theirs.values_list("session_id", flat=True)):
        ArrivalRecord.objects.get_or_create(
            session_id=session_id,
            recruiter=identity.recruiter,
            assignment=identity.assignment,
            proof=Proof.TAKEN,
            defaults={"at": now},
        )


def _bringing(study_id: int, identity: Identity) -> QuerySet[ArrivalRecord]:
    return ArrivalRecord.objects.filter(
        session__study=study_id,
        recruiter=identity.recruiter,
        assignment=identity.assignment,
    )


def record_arrival(
    session: TeachingSession, identity: Identity, *, proof: Proof, now: datetime
) -> ArrivalRecord:
    """Write down that somebody came; what was stored before stays as it is."""
    return ArrivalRecord.objects.create(
        session=session,
        recruiter=identity.recruiter,
        assignment=identity.assignment,
        task=identity.task,
        key_id=identity.key_id,
        site=identity.site,
        proof=proof,
        at=now,
    )
