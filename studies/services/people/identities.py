"""By whom many participants came, and looks at who they are."""

from collections.abc import Iterable
from datetime import datetime

from studies.models import ArrivalRecord, Study, TeachingSession
from studies.models.recruitment import Proof
from studies.models.team import Action
from studies.services.team.audit import record_action


def find_recruiters(study: Study) -> dict[int, str]:
    """By whom people came first, also those who have no id or were erased."""
    first = ArrivalRecord.objects.filter(session__study=study, proof=Proof.FIRST)
    return dict(first.values_list("session_id", "recruiter"))


def look_at_identities(
    *, study: Study, sessions: Iterable[TeachingSession], who: str, now: datetime
) -> None:
    """Log that somebody saw who they are; looking at nobody is no look."""
    pseudonyms = [session.participant.pseudonym for session in sessions]
    if pseudonyms:
        record_action(
            study, Action.IDENTITY_SEEN, who=who, now=now, participants=pseudonyms
        )
