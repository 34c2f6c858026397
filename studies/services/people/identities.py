"""Looks at who participants are."""

from collections.abc import Iterable
from datetime import datetime

from studies.models import Study, TeachingSession
from studies.models.team import Action
from studies.services.team.audit import record_action


def look_at_identities(
    *, study: Study, sessions: Iterable[TeachingSession], who: str, now: datetime
) -> None:
    """Log that somebody saw who they are; looking at nobody is no look."""
    pseudonyms = [session.participant.pseudonym for session in sessions]
    if pseudonyms:
        record_action(
            study, Action.IDENTITY_SEEN, who=who, now=now, participants=pseudonyms
        )
