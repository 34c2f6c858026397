"""Joining a study: consent makes the session, coming back finds it again.

Recruiters' ids are no secrets. Whoever comes back without proof sees and hears what
strangers do, until they consent; then they go on with what is unfinished, marked.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import NoReturn

from django.db import transaction
from django.utils import timezone

from studies.errors import (
    AgeMissingError,
    ConsentMissingError,
    NotFoundError,
    StudyError,
)
from studies.models import Study, TeachingSession
from studies.models.recruitment import Proof
from studies.models.study import Purpose
from studies.recruitment import Arrival, Identity, identify, is_preview
from studies.services import allocation
from studies.services.earlier_studies import no_place, require_newcomer
from studies.services.enrolment.arrivals import (
    find_paid_arrival,
    mark_taken,
    prove,
    record_arrival,
    require_accepted,
)
from studies.services.enrolment.beginning import create_session, log_consent
from studies.services.enrolment.devices import Device, store_device
from studies.services.enrolment.entrance import (
    find_purpose,
    lock_with_room,
    require_room,
    require_signature,
)
from studies.services.enrolment.more_time import grant_time
from studies.services.identities import (
    create_participant,
    find_session,
    took_part_unnamed,
)
from studies.services.links.personal_links import require_invited
from studies.services.links.terms import terms_of
from studies.services.neighbours import NOWHERE, remember_origin
from studies.services.session.cards import Cards
from studies.services.session.lock import LockedSession, lock_session_by_id
from studies.services.session.settings import settings_of
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
    origin: int


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


def find_known_session(
    study: Study, arrival: Arrival, *, origin: int = NOWHERE
) -> TeachingSession | None:
    """The session of whoever proves it theirs; for others, whether one could begin.

    Looking creates nothing, and tells a stranger nothing about anybody.
    """
    require_accepted(study, arrival.recruiter)
    if is_preview(arrival):
        require_room(study, purpose=find_purpose(study), origin=origin)
        return None
    identity = identify(arrival, terms_of(study, arrival.recruiter))
    session = find_session(study, identity)
    if session is not None and prove(session, identity) != Proof.NONE:
        return session
    require_invited(study, identity)
    if identity.is_proof:
        # To others this would tell who took part elsewhere.
        require_newcomer(study, identity, now=timezone.now())
    purpose = find_purpose(study, is_simulated=identity.is_simulated)
    require_room(study, purpose=purpose, origin=origin)
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
    origin: int = NOWHERE,
) -> Joined:
    """Make a session for a new participant, or another token for a known one.

    Where the study has a least age, ``is_of_age`` says that they have reached it.
    Neighbours have one ``origin``, which is remembered for a while and never stored.
    Of two first requests of one person, one waits for the other and finds its session.
    """
    study = find_study(slug)
    require_accepted(study, arrival.recruiter)
    identity = identify(arrival, terms_of(study, arrival.recruiter))
    require_signature(identity)
    wish = _Wish(study, consent, identity, time_factor, is_of_age, device, origin)
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
        log_consent(locked, study, arrival=arrival.pk)
        return mint_token(session, arrival=arrival, now=now)
    paid = find_paid_arrival(session, wish.identity)
    if paid is None:
        _refuse(study, wish)
    return mint_token(session, arrival=paid, now=now)


def _refuse(study: Study, wish: _Wish) -> NoReturn:
    """What a stranger hears for whom there is no place, whatever is known of them."""
    _require_entrance(study, wish)
    raise no_place(study)


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
    study = lock_with_room(study, purpose=purpose, origin=wish.origin)
    # A constraint would find out as well, and the database would log who it was.
    if find_session(study, identity):
        raise _JoinedMeanwhileError
    if took_part_unnamed(study, identity, now=now):
        raise no_place(study)
    require_newcomer(study, identity, now=now)
    participant = create_participant(study, identity, now=now)
    session = create_session(study, participant, purpose=purpose, now=now)
    remember_origin(session.pk, wish.origin)
    if wish.device is not None:
        store_device(session, wish.device)
    if study.offers_more_time and wish.time_factor != 1:
        grant_time(session_id=session.pk, factor=wish.time_factor, now=now)
    allocation.prepare_places(study, purpose=purpose)
    token = _let_in(session, identity, proof=Proof.FIRST, now=now)
    state = state_of(Cards(session, settings_of(session)), now=now)
    return Joined(token, state, is_new=True)


def _let_in(
    session: TeachingSession, identity: Identity, *, proof: Proof, now: datetime
) -> str:
    arrival = record_arrival(session, identity, proof=proof, now=now)
    return mint_token(session, arrival=arrival, now=now)
