"""Participants and who their recruiters say they are, as rows."""

from datetime import datetime

from studies.models import Participant, RecruiterIdentity
from studies.recruitment import Identity


def find_identity(identity: Identity) -> RecruiterIdentity | None:
    """The identity as it was stored before, if it was."""
    return (
        RecruiterIdentity.objects.select_related("participant")
        .filter(recruiter=identity.recruiter, person_key=identity.key)
        .first()
    )


def create_participant(identity: Identity, *, now: datetime) -> Participant:
    """Somebody new, under a pseudonym."""
    participant = Participant.objects.create(created_at=now)
    RecruiterIdentity.objects.create(
        participant=participant,
        recruiter=identity.recruiter,
        person_key=identity.key,
        external_id=identity.external_id,
        assignment=identity.assignment,
    )
    return participant
