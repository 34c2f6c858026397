"""Who a recruiter's link says somebody is."""

import re
import secrets
import unicodedata
from dataclasses import dataclass

from studies.errors import InvalidError, PreviewError
from studies.models import RecruiterIdentity

LINK = "link"
SIMULATED = "simulated"
RECRUITERS = (LINK, "mturk", "prolific", SIMULATED)
PREVIEW_ASSIGNMENT = "ASSIGNMENT_ID_NOT_AVAILABLE"
_PERSON = re.compile(r"[A-Za-z0-9_-]{1,64}")


@dataclass(frozen=True)
class Arrival:
    """What came with the link. An open link has no person, only a form's nonce."""

    recruiter: str = LINK
    person: str = ""
    assignment: str = ""
    nonce: str = ""


@dataclass(frozen=True)
class Identity:
    """A person at a recruiter; ``key`` is equal for all spellings of the same id."""

    recruiter: str
    key: str
    external_id: str
    assignment: str = ""


def identify(arrival: Arrival) -> Identity:
    """The person behind ``arrival``, spelled in one way."""
    if arrival.recruiter not in RECRUITERS:
        raise InvalidError("This recruiter is not known.")
    if arrival.assignment == PREVIEW_ASSIGNMENT:
        raise PreviewError
    if arrival.recruiter == LINK:
        person = _clean(arrival.nonce) if arrival.nonce else secrets.token_urlsafe(32)
        # A nonce is random: folding its case would throw half of it away.
        return Identity(LINK, person, person)
    person = _clean(arrival.person)
    return Identity(
        arrival.recruiter, person.upper(), person, _clean_assignment(arrival.assignment)
    )


def _clean(text: str) -> str:
    person = unicodedata.normalize("NFKC", text).strip()
    if not _PERSON.fullmatch(person):
        raise InvalidError("The recruiter's id has other than letters and digits.")
    return person


def _clean_assignment(text: str) -> str:
    return _clean(text) if text else ""


def find_identity(identity: Identity) -> RecruiterIdentity | None:
    """The identity as it was stored before, if it was."""
    return (
        RecruiterIdentity.objects.select_related("participant")
        .filter(recruiter=identity.recruiter, person_key=identity.key)
        .first()
    )
