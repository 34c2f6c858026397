"""Pauses between the parts of a session, from the times that are stored anyway.

A part's first card is chosen when the part before it ends and served when somebody
begins it, so nothing more need be kept, and no answer waits for it.
"""

from dataclasses import dataclass

from django.db.models import QuerySet

from studies.models import Response, TeachingSession
from studies.models.session import Phase


@dataclass(frozen=True)
class Gap:
    """The longest pause of a session, and whether its study flags it."""

    seconds: float
    is_too_long: bool


def find_gaps(sessions: QuerySet[TeachingSession]) -> dict[int, Gap]:
    """The longest pause of each of ``sessions`` before a part, by session.

    The wait before a postquiz that opens later is no pause. What is too long is
    what the study said when they consented. One query, however many they are.
    """
    longest: dict[int, Gap] = {}
    for session_id, gap in _pauses(sessions):
        known = longest.get(session_id)
        if known is None or gap.seconds > known.seconds:
            longest[session_id] = gap
    return longest


def _pauses(sessions: QuerySet[TeachingSession]) -> list[tuple[int, Gap]]:
    first = Response.objects.filter(
        session__in=sessions, step=1, served_at__isnull=False
    ).order_by()
    rows = first.values_list(
        *("session_id", "phase", "chosen_at", "served_at"),
        "session__settings__postquiz_delay_seconds",
        "session__settings__largest_gap_seconds",
    )
    found = []
    for session_id, phase, chosen_at, served_at, delay, most in rows:
        waited = (served_at - chosen_at).total_seconds()
        seconds = max(0.0, waited - (delay or 0 if phase == Phase.POSTQUIZ else 0))
        found.append((session_id, Gap(seconds, most is not None and seconds > most)))
    return found
