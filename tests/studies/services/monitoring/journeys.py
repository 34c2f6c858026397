"""Journeys for tests, without a database."""

from studies.models.session import Phase
from studies.services.monitoring.journeys import PHASES, Journey
from tests.studies.factories import NOON, seconds


def make_journey(*minutes, phase="", ended=None, is_away=False, key=1):
    """Somebody who entered the phases from the instructions on, so much later."""
    usual = PHASES[PHASES.index(Phase.INSTRUCTIONS) :]
    entered = {
        name: NOON + seconds(60 * after)
        for name, after in zip(usual, (0, *minutes), strict=False)
    }
    last = max(entered.values())
    return Journey(
        session_id=key,
        phase=phase or list(entered)[-1],
        entered=entered,
        last_seen_at=last,
        is_away=is_away,
        ended_at=None if ended is None else NOON + seconds(60 * ended),
    )
