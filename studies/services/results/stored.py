"""Stored reports, for whoever looks: nothing here computes, or loads what does."""

from studies.models import ResultsReport, Study

NOBODY = "Nobody was given a place yet, so there is nothing to compute."
STILL_OPEN = "The study is not closed: more people may come."
N_PARTS = 15
"""Of a report: a job tells how many of them are done."""
MEMORY = "memory"
"""The part that has a page of its own."""


def has_people(study: Study, *, purpose: str) -> bool:
    """Whether anybody was given a place, so that there is something to compute."""
    sessions = study.sessions.filter(purpose=purpose, allocated_at__isnull=False)
    return sessions.exists()


def find_report(study: Study, *, purpose: str) -> ResultsReport | None:
    """The stored report, if there is one."""
    return study.reports.filter(purpose=purpose).order_by("-computed_at").first()
