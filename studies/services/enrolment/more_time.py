"""More time for whoever needs it, granted before the first card."""

from datetime import datetime

from studies.errors import InvalidError, StudyNotOpenError
from studies.models.log import LogKind
from studies.models.session import Phase
from studies.services.session.lock import lock_session_by_id

BEFORE_CARDS = (Phase.QUESTIONS_BEFORE, Phase.INSTRUCTIONS)


def grant_time(*, session_id: int, factor: float, now: datetime) -> None:
    """Give somebody more time for every card; only before the prequiz."""
    if not 1 <= factor <= 10:
        raise InvalidError("A time factor is from 1 to 10.")
    with lock_session_by_id(session_id=session_id, now=now) as locked:
        if locked.session.phase not in BEFORE_CARDS:
            raise StudyNotOpenError("More time can only be granted before the prequiz.")
        locked.session.time_factor = factor
        locked.log(LogKind.TIME_GRANTED, factor=factor)
