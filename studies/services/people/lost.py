"""Submissions that recruiters told to be lost: returned, timed out, rejected."""

from django.db.models import QuerySet

from studies.models import ReportedSubmission, TeachingSession
from studies.models.ledger import LOST
from studies.recruitment import RECRUITERS


def find_lost(people: QuerySet[TeachingSession]) -> dict[int, str]:
    """What the recruiter says of them, by session, such as returned at Prolific.

    Whoever has another submission that still counts is not among them.
    """
    rows = ReportedSubmission.objects.filter(session__in=people).order_by("pk")
    recruiter = "session__participant__identity__recruiter"
    told: dict[int, list[str]] = {}
    titles: dict[int, str] = {}
    for key, status, name in rows.values_list("session_id", "status", recruiter):
        told.setdefault(key, []).append(status)
        titles[key] = RECRUITERS[name].title if name in RECRUITERS else "the recruiter"
    return {
        key: f"{states[-1].lower()} at {titles[key]}"
        for key, states in told.items()
        if all(state in LOST for state in states)
    }
