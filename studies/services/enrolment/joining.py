"""Joining a study: consent makes the session, coming back finds it again.

Recruiters' ids are no secrets. Whoever comes back without proof sees and hears what
strangers do, until they consent; then they go on with what is unfinished, marked.
"""

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import NoReturn
from uuid import uuid4

from django.db import transaction
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
    SessionConcept,
    Study,
    TeachingSession,
)
from studies.models.log import LogKind
from studies.models.recruitment import Proof
from studies.models.session import Phase
from studies.models.study import Purpose, StudyState
from studies.recruitment import Arrival, Identity, identify, is_preview
from studies.services import allocation
from studies.services.enrolment.arrivals import (
    prove,
    record_arrival,
    require_accepted,
)
from studies.services.enrolment.sampling import sample_concepts
from studies.services.hash_chain import first_hash
from studies.services.identities import create_participant, find_session, was_erased
from studies.services.seeds import new_session_seed, seed_of
from studies.services.session.cards import Cards
from studies.services.session.lock import LockedSession, lock_session_by_id
from studies.services.session.settings import freeze_settings, settings_of
from studies.services.session.state import State, state_of
from studies.services.tokens import mint_token, sign_simulated


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


class _JoinedMeanwhileError(Exception):
    """Another request of the same person made the session first."""


def find_known_session(study: Study, arrival: Arrival) -> TeachingSession | None:
    """The session of whoever proves it theirs; for others, whether one could begin.

    Looking creates nothing, and tells a stranger nothing about anybody.
    """
    require_accepted(study, arrival.recruiter)
    if is_preview(arrival):
        return None
    identity = identify(arrival)
    session = find_session(study, identity)
    if session is not None and prove(session, identity) != Proof.NONE:
        return session
    if allocation.is_full(study, purpose=_purpose(study, identity)):
        raise StudyFullError
    return None


def join_study(
    *,
    slug: str,
    consent: bool,
    arrival: Arrival,
    now: datetime,
    time_factor: float = 1.0,
) -> Joined:
    """Make a session for a new participant, or another token for a known one.

    Of two first requests of one person, one waits for the other and finds its session.
    """
    wish = _Wish(slug, consent, identify(arrival), time_factor)
    _require_signature(wish.identity)
    try:
        return _join(wish, now=now)
    except _JoinedMeanwhileError:
        return _join(wish, now=now)


def _join(wish: _Wish, *, now: datetime) -> Joined:
    study = find_study(wish.slug)
    require_accepted(study, wish.identity.recruiter)
    session = find_session(study, wish.identity)
    if session is None:
        return _enter(study, wish, now=now)
    return _come_back(study, wish, session.pk, now=now)


def _come_back(study: Study, wish: _Wish, session_id: int, *, now: datetime) -> Joined:
    with lock_session_by_id(session_id=session_id, now=now) as locked:
        session = locked.session
        proof = prove(session, wish.identity)
        if proof == Proof.NONE and (session.has_ended or not wish.consent):
            _refuse(study, wish)
        if proof == Proof.NONE:
            _log_consent(locked, study)
        token = _let_in(session, wish.identity, proof=proof, now=now)
        state = state_of(locked.cards, locked.settings, now=now)
    return Joined(token, state, is_new=False)


def _refuse(study: Study, wish: _Wish) -> NoReturn:
    """What a stranger hears for whom there is no place, whatever is known of them."""
    _require_entrance(study, wish)
    raise StudyFullError


def _require_entrance(study: Study, wish: _Wish) -> Purpose:
    purpose = _purpose(study, wish.identity)
    if not wish.consent:
        raise ConsentMissingError
    return purpose


@transaction.atomic
def _enter(study: Study, wish: _Wish, *, now: datetime) -> Joined:
    identity = wish.identity
    purpose = _require_entrance(study, wish)
    study = _lock_with_room(study, purpose=purpose)
    # A constraint would find out as well, and the database would log who it was.
    if find_session(study, identity):
        raise _JoinedMeanwhileError
    if was_erased(study, identity, now=now):
        raise StudyFullError
    participant = create_participant(study, identity, now=now)
    session = _create_session(study, participant, purpose=purpose, now=now)
    if study.offers_more_time and wish.time_factor != 1:
        grant_time(session_id=session.pk, factor=wish.time_factor, now=now)
    allocation.prepare_places(study, purpose=purpose)
    token = _let_in(session, identity, proof=Proof.FIRST, now=now)
    state = state_of(Cards(session), settings_of(session), now=now)
    return Joined(token, state, is_new=True)


def _let_in(
    session: TeachingSession, identity: Identity, *, proof: Proof, now: datetime
) -> str:
    arrival = record_arrival(session, identity, proof=proof, now=now)
    return mint_token(session, arrival=arrival, now=now)


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
    ConsentRecord.objects.create(
        session=session,
        version=study.consent_version,
        text_hash=_hash_consent(study),
        language=study.consent_language,
        given_at=now,
    )
    locked = LockedSession(session, now=now)
    _log_consent(locked, study)
    locked.save()


def _log_consent(locked: LockedSession, study: Study) -> None:
    version, text = study.consent_version, _hash_consent(study)
    locked.log(LogKind.CONSENTED, version=version, text=text)


def _hash_consent(study: Study) -> str:
    return hashlib.sha256(study.consent_text.encode()).hexdigest()


def grant_time(*, session_id: int, factor: float, now: datetime) -> None:
    """Give somebody more time for every card; only before the prequiz."""
    if not 1 <= factor <= 10:
        raise InvalidError("A time factor is from 1 to 10.")
    with lock_session_by_id(session_id=session_id, now=now) as locked:
        if locked.session.phase != Phase.INSTRUCTIONS:
            raise StudyNotOpenError("More time can only be granted before the prequiz.")
        locked.session.time_factor = factor
        locked.log(LogKind.TIME_GRANTED, factor=factor)
