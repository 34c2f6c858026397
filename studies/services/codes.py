"""Completion codes: what is handed in to be paid."""

import secrets
from datetime import datetime

from studies.models import ArrivalRecord, CompletionCode, TeachingSession
from studies.models.study import Purpose

CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_LENGTH = 12
# Its letters are in no code that is paid for.
PREVIEW = "PREVIEW"


def issue_code(
    session: TeachingSession,
    *,
    outcome: str,
    now: datetime,
    arrival: ArrivalRecord | None = None,
) -> str:
    """A code for the end of ``session``: its person's, or that of an ``arrival``.

    Who only tries a study gets one that nobody takes for a participant's.
    """
    begins = PREVIEW if session.purpose == Purpose.PREVIEW else ""
    # 60 random bits: a second try is for form, the unique constraint decides.
    code = begins + new_completion_code()[len(begins) :]
    while CompletionCode.objects.filter(code=code).exists():
        code = begins + new_completion_code()[len(begins) :]
    CompletionCode.objects.create(
        session=session, outcome=outcome, code=code, created_at=now, arrival=arrival
    )
    return code


def code_of(session: TeachingSession, stranger_id: int | None) -> str | None:
    """The code of a person, or of an arrival without proof, once there is one."""
    if not session.has_ended:
        return None
    codes = session.codes.filter(arrival=stranger_id)
    return codes.values_list("code", flat=True).first()


def new_completion_code() -> str:
    """60 random bits in letters that are not mistaken for each other."""
    return "".join(secrets.choice(CROCKFORD) for _ in range(CODE_LENGTH))
