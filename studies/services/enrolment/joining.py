"""Joining a study: consent makes the session, coming back finds it again."""

import hashlib
from dataclasses import dataclass
from datetime import datetime
from uuid import uuid4

from django.db import IntegrityError, transaction
from django.utils.crypto import constant_time_compare

from studies.errors import (
    ConsentMissingError,
    InvalidError,
    NotFoundError,
    StudyClosedError,
    StudyFullError,
    StudyNotOpenError,
)
from studies.models import (
    ConsentRecord,
    Participant,
    RecruiterIdentity,
    SessionConcept,
    Study,
    TeachingSession,
)
from studies.models.log import LogKind
from studies.models.session import Phase
from studies.models.study import Purpose, StudyState
from studies.recruitment import Arrival, Identity, identify
from studies.services import allocation
from studies.services.enrolment.identities import create_participant, find_identity
from studies.services.enrolment.sampling import sample_concepts
from studies.services.hash_chain import first_hash
from studies.services.seeds import new_session_seed, seed_of
from studies.services.session.cards import Cards
from studies.services.session.lock import LockedSession, lock_session_by_id
from studies.services.session.settings import freeze_settings, settings_of
from studies.services.session.state import State, state_of
from studies.services.tokens import mint_token, sign_simulated

JOIN_TRIES = 3


@dataclass(frozen=True)
class Joined:
    """A secret for the participant, and where they are."""

    token: str
    state: State
    is_new: bool


@dataclass(frozen=True)
class _Wish:
    """What somebody who joins asks for."""

    slug: str
    consent: bool
    identity: Identity
    time_factor: float


def find_study(slug: str) -> Study:
    """The study a link leads to, if it is open to anybody."""
    study = (
        Study.objects.select_related("deck_version__deck", "questionnaire")
        .filter(slug=slug)
        .first()
    )
    if study is None or study.state == StudyState.DRAFT:
        raise NotFoundError
    if study.is_closed:
        raise StudyClosedError
    return study


def find_known_session(study: Study, arrival: Arrival) -> TeachingSession | None:
    """The session of somebody who comes back; for others, whether one could begin.

    Looking creates nothing.
    """
    identity = identify(arrival)
    known = find_identity(identity)
    session = None
    if known is not None:
        session = study.sessions.filter(participant=known.participant).first()
    if session is None:
        purpose = _purpose(study, identity)
        if allocation.is_full(study, purpose=purpose):
            raise StudyFullError
    return session


def join_study(
    *,
    slug: str,
    consent: bool,
    arrival: Arrival,
    now: datetime,
    time_factor: float = 1.0,
) -> Joined:
    """Make a session for a new participant, or another token for a known one.

    Two first requests of one person race for the database's constraint: the one that
    loses finds the other's session at its next try.
    """
    wish = _Wish(slug, consent, identify(arrival), time_factor)
    _require_signature(wish.identity)
    for _ in range(JOIN_TRIES - 1):
        try:
            return _join(wish, now=now)
        except IntegrityError:
            continue
    return _join(wish, now=now)


@transaction.atomic
def _join(wish: _Wish, *, now: datetime) -> Joined:
    study, identity = find_study(wish.slug), wish.identity
    known = find_identity(identity)
    session = known and study.sessions.filter(participant=known.participant).first()
    if session:
        return _come_back(session, identity, now=now)
    return _enter(study, wish, known, now=now)


def _come_back(
    session: TeachingSession, identity: Identity, *, now: datetime
) -> Joined:
    if identity.assignment:
        session.participant.identity.assignment = identity.assignment
        session.participant.identity.save(update_fields=["assignment"])
    token = mint_token(session, now=now)
    return Joined(token, _state(session, now=now), is_new=False)


def _enter(
    study: Study, wish: _Wish, known: RecruiterIdentity | None, *, now: datetime
) -> Joined:
    identity = wish.identity
    purpose = _purpose(study, identity)
    if not wish.consent:
        raise ConsentMissingError
    study = _lock_with_room(study, purpose=purpose)
    participant = known.participant if known else create_participant(identity, now=now)
    session = _create_session(study, participant, purpose=purpose, now=now)
    if study.offers_more_time and wish.time_factor != 1:
        grant_time(session_id=session.pk, factor=wish.time_factor, now=now)
    allocation.prepare_places(study, purpose=purpose)
    token = mint_token(session, now=now)
    return Joined(token, _state(session, now=now), is_new=True)


def _state(session: TeachingSession, *, now: datetime) -> State:
    return state_of(Cards(session), settings_of(session), now=now)


def _purpose(study: Study, identity: Identity) -> Purpose:
    if study.state not in (StudyState.PILOT, StudyState.LIVE):
        raise StudyNotOpenError
    if identity.is_simulated:
        if not study.accepts_simulated:
            raise InvalidError("This study takes no simulated participants.")
        _require_free_deck(study)
        return Purpose.SIMULATED
    if study.is_demo:
        _require_free_deck(study)
        return Purpose.PRACTICE
    return Purpose.PILOT if study.state == StudyState.PILOT else Purpose.REAL


def _require_signature(identity: Identity) -> None:
    """A program could learn a deck by heart: the server sends its own alone."""
    if not identity.is_simulated:
        return
    own = sign_simulated(identity.external_id)
    if not constant_time_compare(identity.assignment, own):
        raise InvalidError("A simulated participant needs the server's signature.")


def _require_free_deck(study: Study) -> None:
    """A try would teach what another study on this server is asking."""
    if Study.objects.asking_too(study).exists():
        raise StudyNotOpenError("This deck is in use, so there is no demo of it now.")


def _lock_with_room(study: Study, *, purpose: str) -> Study:
    locked = allocation.lock_study(study)
    if allocation.is_full(locked, purpose=purpose):
        raise StudyFullError
    return locked


def _create_session(
    study: Study, participant: Participant, *, purpose: str, now: datetime
) -> TeachingSession:
    public_id = uuid4()
    session = TeachingSession.objects.create(
        public_id=public_id,
        study=study,
        participant=participant,
        purpose=purpose,
        settings=freeze_settings(study).as_json(),
        seed=new_session_seed(study.seed, public_id),
        phase=Phase.INSTRUCTIONS,
        consented_at=now,
        last_seen_at=now,
        log_head=first_hash(public_id),
    )
    _sample(session)
    _record_consent(session, now=now)
    return session


def _sample(session: TeachingSession) -> None:
    drawn = sample_concepts(session.study, seed=seed_of(session))
    SessionConcept.objects.bulk_create(
        SessionConcept(session=session, concept=concept, position=position)
        for position, concept in enumerate(drawn)
    )


def _record_consent(session: TeachingSession, *, now: datetime) -> None:
    study = session.study
    consent = ConsentRecord.objects.create(
        session=session,
        version=study.consent_version,
        text_hash=hashlib.sha256(study.consent_text.encode()).hexdigest(),
        language=study.consent_language,
        given_at=now,
    )
    locked = LockedSession(session, now=now)
    locked.log(LogKind.CONSENTED, version=consent.version, text=consent.text_hash)
    locked.save()


def grant_time(*, session_id: int, factor: float, now: datetime) -> None:
    """Give somebody more time for every card; only before the prequiz."""
    if not 1 <= factor <= 10:
        raise InvalidError("A time factor is from 1 to 10.")
    with lock_session_by_id(session_id=session_id, now=now) as locked:
        if locked.session.phase != Phase.INSTRUCTIONS:
            raise StudyNotOpenError("More time can only be granted before the prequiz.")
        locked.session.time_factor = factor
        locked.log(LogKind.TIME_GRANTED, factor=factor)
