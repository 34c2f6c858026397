"""Looks at what somebody answered rightly and at their arm, while a study runs.

Until a study is closed nobody needs them, and whoever has looked decides about people
knowing more than the design allows for: each look is logged, and decisions say so.
"""

from datetime import datetime

from django.db.models import Q

from studies.models import TeachingSession
from studies.models.team import Action
from studies.services.blinding import hides_outcomes
from studies.services.team.audit import record_action


def look_at_outcomes(*, session: TeachingSession, who: str, now: datetime) -> None:
    """Log that somebody is shown the outcomes and the arm of a participant."""
    participant = session.participant.pseudonym
    record_action(
        session.study, Action.OUTCOMES_SEEN, who=who, now=now, participant=participant
    )


def has_seen_outcomes(*, session: TeachingSession, who: str) -> bool:
    """Whether a decision of ``who`` about somebody comes after seeing outcomes.

    It does if they looked at anybody's, or if anybody looked at this participant's and
    may have told them. A closed study hides nothing.
    """
    if not hides_outcomes(session.study, session.purpose):
        return True
    participant = session.participant.pseudonym
    looks = session.study.audit.filter(action=Action.OUTCOMES_SEEN)
    return looks.filter(Q(who=who) | Q(detail__participant=participant)).exists()
