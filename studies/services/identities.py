"""Who is who: people at their recruiters, and what is left of them after erasure."""

import hashlib
import hmac
from collections.abc import Collection, Iterator
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import QuerySet

from studies.models import (
    ArrivalRecord,
    AuditEntry,
    ErasedPerson,
    HandPayment,
    KnownWorker,
    Participant,
    PaymentRecord,
    RecruiterIdentity,
    Study,
    TeachingSession,
)
from studies.models.ledger import PaymentState
from studies.models.recruitment import Proof
from studies.models.study import Purpose
from studies.models.team import Action
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


def took_part_unnamed(study: Study, identity: Identity, *, now: datetime) -> bool:
    """Whether the person took part before, and no session bears their id: they had
    everything deleted, or came by a link and handed in its code."""
    digests = _digests(study.pk, identity.recruiter, identity.key)
    return _is_remembered(digests, now=now)


def _is_remembered(digests: Collection[str], *, now: datetime) -> bool:
    marks = ErasedPerson.objects.filter(digest__in=digests, expires_at__gt=now)
    return marks.exists() or KnownWorker.objects.filter(digest__in=digests).exists()


def remember_worker(
    session: TeachingSession, *, recruiter: str, person_key: str, now: datetime
) -> None:
    """Note, as a hash, who handed in the code of a session that bears no id."""
    newest, *older = _digests(session.study_id, recruiter, person_key)
    if session.erased_at is not None:
        return _remember(session.study_id, newest, now=now)
    known = KnownWorker.objects.filter(session=session)
    known.exclude(digest__in=(newest, *older)).delete()
    _note_worker(session, recruiter=recruiter, digest=newest, now=now)


def doubt_workers(session: TeachingSession, *, recruiter: str, now: datetime) -> None:
    """Note that several people handed in its code, so that it proves none of them."""
    if session.erased_at is None:
        KnownWorker.objects.filter(session=session).update(digest="")
        _note_worker(session, recruiter=recruiter, digest="", now=now)


def _note_worker(
    session: TeachingSession, *, recruiter: str, digest: str, now: datetime
) -> None:
    KnownWorker.objects.get_or_create(
        session=session,
        defaults={
            "study_id": session.study_id,
            "recruiter": recruiter,
            "digest": digest,
            "at": now,
        },
    )


def is_of_other_worker(
    session: TeachingSession, *, recruiter: str, person_key: str
) -> bool:
    """Whether the code of ``session`` is known to be of another person there."""
    known = getattr(session, "known_worker", None)
    if known is None or known.is_contested or known.recruiter != recruiter:
        return False
    return known.digest not in _digests(session.study_id, recruiter, person_key)


def find_recruiters(study: Study) -> dict[int, str]:
    """By whom people came first, also those who have no id or were erased."""
    first = ArrivalRecord.objects.filter(session__study=study, proof=Proof.FIRST)
    return dict(first.values_list("session_id", "recruiter"))


def find_own_sessions(
    study_id: int, *, recruiter: str, keys: Collection[str]
) -> dict[str, TeachingSession]:
    """The first session of each of these people, by whichever way they came."""
    sessions = TeachingSession.objects.filter(
        study=study_id, purpose__in=(Purpose.REAL, Purpose.PILOT)
    ).select_related("participant__identity", "known_worker")
    named = sessions.filter(
        participant__identity__recruiter=recruiter,
        participant__identity__person_key__in=keys,
    )
    by_digest = {
        digest: key for key in keys for digest in _digests(study_id, recruiter, key)
    }
    known = sessions.filter(known_worker__digest__in=by_digest)
    every = [(each.participant.identity.person_key, each) for each in named]
    every += [(by_digest[each.known_worker.digest], each) for each in known]
    every.sort(key=lambda one: (one[1].consented_at, one[1].pk), reverse=True)
    return dict(every)


def find_second_sessions(study_id: int) -> set[int]:
    """Sessions of people who took part before by another way.

    Who came by a recruiter is known by name, and who came by a link by having handed in
    its code.
    """
    by_worker: dict[str, set[int]] = {}
    known = KnownWorker.objects.filter(study=study_id).exclude(digest="")
    for digest, session_id in known.values_list("digest", "session_id"):
        by_worker.setdefault(digest, set()).add(session_id)
    if not by_worker:
        return set()
    for digests, session_id in _named_sessions(study_id):
        for digest in by_worker.keys() & digests:
            by_worker[digest].add(session_id)
    every = [pk for own in by_worker.values() for pk in own]
    began = TeachingSession.objects.filter(pk__in=every).order_by("consented_at", "pk")
    place = {pk: number for number, pk in enumerate(began.values_list("pk", flat=True))}
    return {
        pk
        for own in by_worker.values()
        for pk in sorted(own, key=place.__getitem__)[1:]
    }


def _named_sessions(study_id: int) -> Iterator[tuple[set[str], int]]:
    """Sessions with a code, each with the hashes of its person."""
    named = RecruiterIdentity.objects.filter(
        study=study_id,
        recruiter__in=_COMPARED,
        participant__sessions__codes__isnull=False,
    ).values_list("recruiter", "person_key", "participant__sessions")
    for recruiter, key, session_id in named:
        yield set(_digests(study_id, recruiter, key)), session_id


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
    return _is_remembered(digests, now=now)


def forget_person(session: TeachingSession, *, now: datetime) -> None:
    """Delete who somebody is at their recruiter.

    For a while a keyed hash stays, so that nobody takes part a second time.
    """
    delete_expired_marks(now=now)
    session.arrivals.update(assignment="")
    session.submissions.all().delete()
    _cut_payments(session)
    cut_hand_payments(session)
    _cut_judgements(session)
    for known in RecruiterIdentity.objects.filter(participant=session.participant_id):
        newest, *_ = _digests(known.study_id, known.recruiter, known.person_key)
        _remember(known.study_id, newest, now=now)
        known.delete()
    for worker in KnownWorker.objects.filter(session=session):
        if not worker.is_contested:
            _remember(worker.study_id, worker.digest, now=now)
        worker.delete()


def _remember(study_id: int, digest: str, *, now: datetime) -> None:
    expires_at = now + timedelta(days=settings.ERASED_REMEMBERED_DAYS)
    ErasedPerson.objects.update_or_create(
        digest=digest, defaults={"study_id": study_id, "expires_at": expires_at}
    )


def _cut_payments(session: TeachingSession) -> None:
    """Keep what was paid without whom; who is owed is cut off once that is settled."""
    settled = (PaymentState.PAID, PaymentState.REFUSED)
    cut_off(session, PaymentRecord.objects.filter(state__in=settled))


def cut_off(session: TeachingSession, payments: QuerySet[PaymentRecord]) -> None:
    """Forget to whom those of ``payments`` went that are of ``session``."""
    own = payments.filter(session=session)
    own.update(session=None, assignment="", claim=mark_claim(session))


def cut_hand_payments(session: TeachingSession) -> None:
    """The same of what was paid by hand; a note may tell who it was."""
    rows = HandPayment.objects.filter(session=session)
    rows.update(session=None, note="", claim=mark_claim(session))


def mark_claim(session: TeachingSession) -> str:
    """By which a payment counts for a claim whose person was erased."""
    text = f"{session.study_id}|claim|{session.participant.pseudonym}"
    return hashlib.sha256(text.encode()).hexdigest()


def _cut_judgements(session: TeachingSession) -> None:
    """The log keeps that a submission was rejected, without which and why."""
    noted = AuditEntry.objects.filter(
        study=session.study_id,
        action__in=(Action.REJECTED, Action.REJECTION_REVERSED),
        detail__participant=session.participant.pseudonym,
    )
    for entry in noted:
        kept = {"participant": entry.detail["participant"]}
        AuditEntry.objects.filter(pk=entry.pk).update(detail=kept)


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
