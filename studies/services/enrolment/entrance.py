"""Whether a study takes somebody now, and for which purpose."""

from django.utils.crypto import constant_time_compare

from studies.errors import (
    InvalidError,
    StudyClosedError,
    StudyNotOpenError,
)
from studies.models import Study
from studies.models.study import Purpose, StudyState
from studies.recruitment import Identity
from studies.services import allocation
from studies.services.deck_use import is_shut_demo
from studies.services.earlier_studies import no_place
from studies.services.tokens import sign_simulated


def find_purpose(study: Study, *, is_simulated: bool = False) -> Purpose:
    """What somebody would take part for, if the study lets anybody in."""
    if study.is_closed:
        raise StudyClosedError
    if study.state not in (StudyState.PILOT, StudyState.LIVE):
        raise StudyNotOpenError
    if is_simulated and not study.accepts_simulated:
        raise InvalidError("This study takes no simulated participants.")
    if is_shut_demo(study):
        raise StudyNotOpenError("This deck is in use, so there is no demo of it now.")
    return _purpose(study, is_simulated=is_simulated)


def _purpose(study: Study, *, is_simulated: bool) -> Purpose:
    if is_simulated:
        return Purpose.SIMULATED
    if study.is_demo:
        return Purpose.PRACTICE
    return Purpose.PILOT if study.state == StudyState.PILOT else Purpose.REAL


def lock_with_room(study: Study, *, purpose: str, origin: int) -> Study:
    """``study`` again, locked, so that nobody else takes the room there is."""
    locked = allocation.lock_study(study)
    require_room(locked, purpose=purpose, origin=origin)
    return locked


def require_room(study: Study, *, purpose: str, origin: int) -> None:
    """Refuse whoever would find no place."""
    if allocation.is_full(study, purpose=purpose, origin=origin):
        raise no_place(study)


def require_signature(identity: Identity) -> None:
    """A program could learn a deck by heart: the server sends its own alone."""
    if not identity.is_simulated:
        return
    own = sign_simulated(identity.external_id)
    if not constant_time_compare(identity.assignment, own):
        raise InvalidError("A simulated participant needs the server's signature.")
