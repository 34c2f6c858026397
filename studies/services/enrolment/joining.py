"""Joining a study: consent makes the session, coming back finds it again.

Recruiters' ids are no secrets. Whoever comes back without proof sees and hears what
strangers do, until they consent; then they go on with what is unfinished, marked.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import NoReturn
from uuid import uuid4

from django.db import transaction

from studies.errors import (
    AgeMissingError,
    ConsentMissingError,
    NotFoundError,
    StudyError,
    StudyFullError,
)
from studies.models import (
    Arm,
    ArrivalRecord,
    ConsentRecord,
    ConsentText,
    Participant,
    SessionConcept,
    Study,
    TeachingSession,
)
from studies.models.log import LogKind
from studies.models.recruitment import Proof
from studies.models.session import Phase
from studies.models.study import Purpose
from studies.recruitment import Arrival, Identity, identify, is_preview
from studies.services import allocation
from studies.services.enrolment.arrivals import (
    find_paid_arrival,
    mark_taken,
    prove,
    record_arrival,
    require_accepted,
)
from studies.services.enrolment.consent import build_consent, hash_consent
from studies.services.enrolment.devices import Device, store_device
from studies.services.enrolment.entrance import (
    find_purpose,
    lock_with_room,
    require_room,
    require_signature,
)
from studies.services.enrolment.more_time import grant_time
from studies.services.enrolment.sampling import sample_concepts
from studies.services.hash_chain import first_hash
from studies.services.identities import create_participant, find_session, was_erased
from studies.services.recruiting.personal_links import require_invited
from studies.services.recruiting.terms import terms_of
from studies.services.seeds import new_session_seed
from studies.services.session.cards import Cards
from studies.services.session.lock import LockedSession, lock_session_by_id
from studies.services.session.settings import (
    SessionSettings,
    freeze_settings,
    settings_of,
)
from studies.services.session.showing.state import State, state_of
from studies.services.tokens import mint_token, open_session


@dataclass(frozen=True)
class Joined:
    """A secret for the participant, and where they are.

    Whoever came back without proof ``is_proved`` not, and is told what somebody is who
    ``is_new``.
    """

    token: str
    state: State
    is_new: bool
    is_proved: bool = True


@dataclass(frozen=True)
class _Wish:
    """What somebody who joins asks for."""

    study: Study
    consent: bool
    identity: Identity
    time_factor: float
    is_of_age: bool
    device: Device | None


def find_study(slug: str) -> Study:
    """The study a link leads to; those who are inside find it when it is closed, or
    when their pilot is a draft again."""
    study = (
        Study.objects.select_related(
            "deck_version__deck", "questions_before", "questionnaire"
        )
        .filter(slug=slug)
        .first()
    )
    if study is None or (study.is_draft and not _was_piloted(study)):
        raise NotFoundError
    return study


def _was_piloted(study: Study) -> bool:
    """Whether people began a pilot that is a draft again, and may finish it."""
    return study.sessions.filter(purpose=Purpose.PILOT).exists()


class _JoinedMeanwhileError(Exception):
    """Another request of the same person made the session first."""


def find_known_session(study: Study, arrival: Arrival) -> TeachingSession | None:
    """The session of whoever proves it theirs; for others, whether one could begin.

    Looking creates nothing, and tells a stranger nothing about anybody.
    """
    require_accepted(study, arrival.recruiter)
    if is_preview(arrival):
        require_room(study, purpose=find_purpose(study))
        return None
    identity = identify(arrival, terms_of(study, arrival.recruiter))
    session = find_session(study, identity)
    if session is not None and prove(session, identity) != Proof.NONE:
        return session
    require_invited(study, identity)
    purpose = find_purpose(study, is_simulated=identity.is_simulated)
    require_room(study, purpose=purpose)
    return None


def join_study(
    *,
    slug: str,
    consent: bool,
    arrival: Arrival,
    now: datetime,
    time_factor: float = 1.0,
    is_of_age: bool = False,
    device: Device | None = None,
) -> Joined:
    """Make a session for a new participant, or another token for a known one.

    Where the study has a least age, ``is_of_age`` says that they have reached it.
    Of two first requests of one person, one waits for the other and finds its session.
    """
    study = find_study(slug)
    require_accepted(study, arrival.recruiter)
    identity = identify(arrival, terms_of(study, arrival.recruiter))
    require_signature(identity)
    wish = _Wish(study, consent, identity, time_factor, is_of_age, device)
    try:
        return _join(wish, now=now)
    except _JoinedMeanwhileError:
        return _join(wish, now=now)


def _join(wish: _Wish, *, now: datetime) -> Joined:
    study = wish.study
    session = find_session(study, wish.identity)
    try:
        if session is None:
            return _enter(study, wish, now=now)
        return _come_back(study, wish, session.pk, now=now)
    except StudyError:
        mark_taken(study, wish.identity, now=now)
        raise


def _come_back(study: Study, wish: _Wish, session_id: int, *, now: datetime) -> Joined:
    with lock_session_by_id(session_id=session_id, now=now) as locked:
        session = locked.session
        proof = prove(session, wish.identity)
        if proof == Proof.NONE:
            token = _come_back_unproven(locked, study, wish)
        else:
            token = _let_in(session, wish.identity, proof=proof, now=now)
        stranger_id = open_session(token, now=now).stranger_id
        state = state_of(locked.cards, now=now, stranger_id=stranger_id)
    return Joined(token, state, is_new=False, is_proved=stranger_id is None)


def _come_back_unproven(locked: LockedSession, study: Study, wish: _Wish) -> str:
    """A token of who goes on without proof, or of who ended so and lost their code."""
    session, now = locked.session, locked.now
    if not _agrees(study, wish):
        _refuse(study, wish)
    if not session.has_ended and not study.is_over(now=now):
        arrival = record_arrival(session, wish.identity, proof=Proof.NONE, now=now)
        _log_consent(locked, study, arrival=arrival.pk)
        return mint_token(session, arrival=arrival, now=now)
    paid = find_paid_arrival(session, wish.identity)
    if paid is None:
        _refuse(study, wish)
    return mint_token(session, arrival=paid, now=now)


def _refuse(study: Study, wish: _Wish) -> NoReturn:
    """What a stranger hears for whom there is no place, whatever is known of them."""
    _require_entrance(study, wish)
    raise StudyFullError


def _require_entrance(study: Study, wish: _Wish) -> Purpose:
    purpose = find_purpose(study, is_simulated=wish.identity.is_simulated)
    if not wish.consent:
        raise ConsentMissingError
    if not _agrees(study, wish):
        raise AgeMissingError
    return purpose


def _agrees(study: Study, wish: _Wish) -> bool:
    return wish.consent and (wish.is_of_age or study.minimum_age is None)


@transaction.atomic
def _enter(study: Study, wish: _Wish, *, now: datetime) -> Joined:
    identity = wish.identity
    require_invited(study, identity)
    purpose = _require_entrance(study, wish)
    study = lock_with_room(study, purpose=purpose)
    # A constraint would find out as well, and the database would log who it was.
    if find_session(study, identity):
        raise _JoinedMeanwhileError
    if was_erased(study, identity, now=now):
        raise StudyFullError
    participant = create_participant(study, identity, now=now)
    session = _create_session(study, participant, purpose=purpose, now=now)
    if wish.device is not None and not identity.is_simulated:
        store_device(session, wish.device)
    if study.offers_more_time and wish.time_factor != 1:
        grant_time(session_id=session.pk, factor=wish.time_factor, now=now)
    allocation.prepare_places(study, purpose=purpose)
    token = _let_in(session, identity, proof=Proof.FIRST, now=now)
    state = state_of(Cards(session, settings_of(session)), now=now)
    return Joined(token, state, is_new=True)


@transaction.atomic
def begin_preview(
    *, study: Study, arm: Arm, settings: SessionSettings, now: datetime
) -> tuple[TeachingSession, str]:
    """A session of somebody who looks at their own study, and what opens it."""
    participant = Participant.objects.create(created_at=now)
    session = _create_session(
        study,
        participant,
        purpose=Purpose.PREVIEW,
        settings=settings,
        arm=arm,
        now=now,
    )
    arrival = ArrivalRecord.objects.create(
        session=session, recruiter=Purpose.PREVIEW, proof=Proof.FIRST, at=now
    )
    return session, mint_token(session, arrival=arrival, now=now)


def _let_in(
    session: TeachingSession, identity: Identity, *, proof: Proof, now: datetime
) -> str:
    arrival = record_arrival(session, identity, proof=proof, now=now)
    return mint_token(session, arrival=arrival, now=now)


def _create_session(
    study: Study,
    participant: Participant,
    *,
    purpose: str,
    now: datetime,
    settings: SessionSettings | None = None,
    arm: Arm | None = None,
) -> TeachingSession:
    public_id, settings = uuid4(), settings or freeze_settings(study)
    asks_first = bool(settings.questions_before)
    session = TeachingSession.objects.create(
        public_id=public_id,
        study=study,
        participant=participant,
        deck_version=study.deck_version,
        purpose=purpose,
        settings=settings.as_json(),
        arm=arm,
        seed=new_session_seed(study.seed, public_id),
        phase=Phase.QUESTIONS_BEFORE if asks_first else Phase.INSTRUCTIONS,
        consented_at=now,
        last_seen_at=now,
        log_head=first_hash(public_id),
    )
    _sample(session)
    _record_consent(session, now=now)
    return session


def _sample(session: TeachingSession) -> None:
    drawn = sample_concepts(session)
    SessionConcept.objects.bulk_create(
        SessionConcept(session=session, concept_id=concept_id, position=position)
        for position, concept_id in enumerate(drawn)
    )


def _record_consent(session: TeachingSession, *, now: datetime) -> None:
    study = session.study
    locked = LockedSession(session, now=now)
    ConsentRecord.objects.create(
        session=session,
        version=study.consent_version,
        text_hash=_log_consent(locked, study),
        language=study.consent_language,
        minimum_age=study.minimum_age,
        given_at=now,
    )
    locked.save()


def _log_consent(locked: LockedSession, study: Study, **by: int) -> str:
    """Keep the words, log that somebody agreed to them, and return their hash."""
    text, version = build_consent(study), study.consent_version
    kept = ConsentText.objects.get_or_create(
        text_hash=hash_consent(text), defaults={"text": text}
    )[0]
    locked.log(LogKind.CONSENTED, version=version, text=kept.text_hash, **by)
    return kept.text_hash
