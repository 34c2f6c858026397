"""How a session ends: completed, withdrawn or screened out, and the code for it."""

from datetime import datetime
from typing import Any

from django.db.models import Q

from studies.models import TeachingSession
from studies.models.log import LogKind
from studies.models.session import RUNNING, Phase
from studies.models.study import StudyState
from studies.services.allocation import complete_place, return_place
from studies.services.codes import issue_code
from studies.services.session.lock import LockedSession
from studies.services.session.settings import SessionSettings
from studies.services.tokens import working_strangers


def end_session(
    locked: LockedSession, outcome: Phase, *, owes: bool = True, **said: Any
) -> None:
    """End a session for good, with a code if its study pays for such an end."""
    session = locked.session
    if outcome == Phase.COMPLETED:
        complete_place(session)
    else:
        return_place(locked)
    session.phase, session.step, session.is_away = outcome, 0, False
    setattr(session, f"{outcome}_at", locked.now)
    codes = _issue_codes(locked, outcome) if owes else []
    locked.log(LogKind(outcome), **said, codes=codes)


def _issue_codes(locked: LockedSession, outcome: Phase) -> list[str]:
    """The person's code, and one each for arrivals without proof that gave answers.

    Whoever says without proof to be the person of a session may go on with it, but
    must not read what its person is paid for.
    """
    session = locked.session
    if not is_owed(session, locked.settings, outcome):
        return []
    just_now = locked.arrival_id if locked.has_given else None
    holders = [None, *working_strangers(session, and_now=just_now)]
    return [
        issue_code(session, outcome=outcome, now=locked.now, arrival=holder)
        for holder in holders
    ]


def is_owed(
    session: TeachingSession, settings: SessionSettings, outcome: Phase
) -> bool:
    """Whether the study pays for such an end of ``session``.

    Leaving pays once there was work: else anybody could come, leave and be paid.
    """
    has_worked = session.allocated_at is not None or outcome != Phase.WITHDRAWN
    return settings.pays(outcome) and has_worked


def find_cut_off(now: datetime) -> list[int]:
    """The sessions whose study closed and waits no longer."""
    is_over = Q(study__finish_until=None) | Q(study__finish_until__lt=now)
    running = TeachingSession.objects.filter(phase__in=RUNNING)
    left = running.filter(is_over, study__state=StudyState.CLOSED)
    return list(left.order_by("pk").values_list("pk", flat=True))
