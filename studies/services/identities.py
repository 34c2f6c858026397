"""Who is who: people at their recruiters, and what is left of them after erasure."""

import hashlib
import hmac
from collections.abc import Collection
from datetime import datetime, timedelta

from django.conf import settings

from studies.models import (
    ErasedPerson,
    Participant,
    PaymentRecord,
    RecruiterIdentity,
    Study,
    TeachingSession,
)
from studies.models.ledger import PaymentState
from studies.models.study import Purpose
from studies.recruitment import NAMEABLE, OPEN_LINK, Identity

# Those whose people have ids; they are compared as they are written.
_COMPARED = [name for name in NAMEABLE if name != OPEN_LINK]


def find_session(study: Study, identity: Identity) -> TeachingSession | None:
    """The session of a person in ``study``, if they have one."""
    # A narrow question first: most who come are new, and it is asked with every join.
    known = RecruiterIdentity.objects.filter(
        study=study, recruiter=identity.recruiter, person_key=identity.key
    ).values_list("participant", flat=True)
    sessions = TeachingSession.objects.filter(study=study)
    return next((sessions.filter(participant=key).first() for key in known), None)


def create_participant(
    study: Study, identity: Identity, *, now: datetime
) -> Participant:
    """Somebody new in ``study``, under a pseudonym."""
    participant = Participant.objects.create(created_at=now)
    RecruiterIdentity.objects.create(
        participant=participant,
        study=study,
        recruiter=identity.recruiter,
        person_key=identity.key,
        external_id=identity.external_id,
    )
    return participant


def was_erased(study: Study, identity: Identity, *, now: datetime) -> bool:
    """Whether the person took part before and had everything deleted."""
    digests = _digests(study.pk, identity.recruiter, identity.key)
    marks = ErasedPerson.objects.filter(digest__in=digests, expires_at__gt=now)
    return marks.exists()


def is_known_in(
    study_ids: Collection[int], identity: Identity, *, now: datetime
) -> bool:
    """Whether somebody with this id took part in one of the studies, by any recruiter.

    Who is there is asked first: an erasure in between has left its hash by then.
    """
    there = RecruiterIdentity.objects.filter(
        study__in=study_ids,
        recruiter__in=_COMPARED,
        person_key=identity.key,
        participant__sessions__purpose__in=(Purpose.REAL, Purpose.PILOT),
    )
    if there.exists():
        return True
    digests = [
        digest
        for study_id in study_ids
        for recruiter in _COMPARED
        for digest in _digests(study_id, recruiter, identity.key)
    ]
    marks = ErasedPerson.objects.filter(digest__in=digests, expires_at__gt=now)
    return marks.exists()


def forget_person(session: TeachingSession, *, now: datetime) -> None:
    """Delete who somebody is at their recruiter.

    For a while a keyed hash stays, so that nobody takes part a second time.
    """
    delete_expired_marks(now=now)
    session.arrivals.update(assignment="")
    session.submissions.all().delete()
    _cut_payments(session)
    for known in RecruiterIdentity.objects.filter(participant=session.participant_id):
        newest, *_ = _digests(known.study_id, known.recruiter, known.person_key)
        ErasedPerson.objects.create(
            study_id=known.study_id,
            digest=newest,
            expires_at=now + timedelta(days=settings.ERASED_REMEMBERED_DAYS),
        )
        known.delete()


def _cut_payments(session: TeachingSession) -> None:
    """Keep what was paid without whom; who is owed is cut off once that is settled."""
    settled = (PaymentState.PAID, PaymentState.REFUSED)
    own = PaymentRecord.objects.filter(session=session, state__in=settled)
    own.update(session=None, assignment="")


def delete_expired_marks(*, now: datetime) -> None:
    """Forget for good whom nobody needs to know any longer."""
    ErasedPerson.objects.filter(expires_at__lte=now).delete()


def _digests(study_id: int, recruiter: str, person_key: str) -> list[str]:
    """A person's hash under every key that may have made it, the newest first."""
    message = f"{study_id}|{recruiter}|{person_key}".encode()
    return [
        hmac.new(key, message, hashlib.sha256).hexdigest()
        for key in settings.IDENTITY_KEYS
    ]
