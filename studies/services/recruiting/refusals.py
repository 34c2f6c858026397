"""What Mechanical Turk says no to, in words that say what to do."""

import re

from studies.errors import RecruiterError

_WORDS = {
    "InsufficientFunds": (
        "There is not enough money in your Mechanical Turk account. Add some on the "
        "requester’s site, then try again."
    ),
    "HITDoesNotExist": (
        "Mechanical Turk does not know this HIT: it is of another account or "
        "environment, or was deleted, as happens after 120 days."
    ),
    "AssignmentDoesNotExist": "Mechanical Turk does not know this submission.",
    "InvalidAssignmentState": "This submission was approved or rejected before.",
    "InvalidMaximumAssignmentsIncrease": (
        "A HIT that began with fewer than 10 people cannot be raised to 10 or more, "
        "which would cost a higher fee. Create another HIT."
    ),
    "UnrecognizedClientException": (
        "Mechanical Turk does not know the keys of this server."
    ),
    "AccessDeniedException": (
        "The keys of this server may not do this at Mechanical Turk."
    ),
}
_WORDS["InvalidSignatureException"] = _WORDS["UnrecognizedClientException"]
_STAMP = re.compile(r"\s*\(\d{10,}[^)]*\)")


class HitAlreadyExistsError(RecruiterError):
    """The HIT of this token was created before: by a try whose reply was lost."""

    code = "hit_exists"


class QualificationExistsError(RecruiterError):
    """There is a qualification of this name: made by a try whose reply was lost."""

    code = "qualification_exists"


class UnknownHitError(RecruiterError):
    """The service has forgotten the HIT, or never knew it."""

    code = "unknown_hit"


_KINDS: dict[str, type[RecruiterError]] = {
    "hitdoesnotexist": UnknownHitError,
    "hitalreadyexists": HitAlreadyExistsError,
    "qualificationtypealreadyexists": QualificationExistsError,
}


def say_refusal(code: str, message: str) -> RecruiterError:
    """The error for a ``TurkErrorCode``; what has no words keeps the service's own."""
    name = code.rsplit(".", 1)[-1]
    told = _STAMP.sub("", message).strip()
    words = _WORDS.get(name) or f"Mechanical Turk refused this: {told or name}"
    return _KINDS.get(name.lower(), RecruiterError)(words)
