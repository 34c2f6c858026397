"""Asking for results: on request, at a look, and at the end."""

from datetime import datetime

from django.db import transaction

from studies.errors import ResultsLockedError
from studies.models import Job, Study
from studies.models.job import JobKind
from studies.models.study import Purpose, StudyState
from studies.services.allocation import lock_study
from studies.services.blinding import hides_outcomes
from studies.services.design.lifecycle import find_closing
from studies.services.jobs.starting import find_under_way, start_job
from studies.services.results.changes import find_last_decision
from studies.services.results.locking import unlock_results
from studies.services.results.stored import N_PARTS

THE_SERVER = "the server"


@transaction.atomic
def start_analysis(*, study: Study, purpose: Purpose, who: str, now: datetime) -> Job:
    """Compute results; of a running study only a look does, which is logged."""
    if hides_outcomes(study, purpose):
        raise ResultsLockedError
    return _start(lock_study(study), purpose, who=who, now=now)


@transaction.atomic
def look_early(*, study: Study, who: str, now: datetime) -> Job:
    """Unlock the results of a running study as they stand; the look is logged."""
    study = lock_study(study)
    unlock_results(study=study, who=who, now=now)
    return _start(study, Purpose.REAL, who=who, now=now)


@transaction.atomic
def start_due(*, now: datetime) -> int:
    """Compute what nobody need ask for: at closing, and when all inside have ended.

    Returns how many were started.
    """
    closed = Study.objects.filter(state=StudyState.CLOSED, is_demo=False)
    with_people = closed.filter(
        sessions__purpose=Purpose.REAL, sessions__allocated_at__isnull=False
    ).distinct()
    due = [study for study in with_people if _is_due(study, now=now)]
    for study in due:
        _start(lock_study(study), Purpose.REAL, who=THE_SERVER, now=now)
    return len(due)


def _start(study: Study, purpose: Purpose, *, who: str, now: datetime) -> Job:
    under_way = find_under_way(study, JobKind.ANALYSIS)
    if under_way is not None:
        return under_way
    options = {"purpose": purpose.value}
    return start_job(study, JobKind.ANALYSIS, options, N_PARTS, who=who, now=now)


def _is_due(study: Study, *, now: datetime) -> bool:
    """Whether nothing was asked for since it closed or the last had ended.

    Nor since somebody was erased, excluded or included.
    """
    jobs = study.jobs.filter(kind=JobKind.ANALYSIS, options__purpose=Purpose.REAL.value)
    moments = (
        _closing(study, now=now),
        find_last_decision(study, purpose=Purpose.REAL),
    )
    since = max((moment for moment in moments if moment), default=None)
    if since is not None:
        jobs = jobs.filter(asked_at__gte=since)
    return not jobs.exists()


def _closing(study: Study, *, now: datetime) -> datetime | None:
    """When it closed, or when the last inside had to end if that is over."""
    if study.finish_until is not None and now > study.finish_until:
        return study.finish_until
    return find_closing(study)
