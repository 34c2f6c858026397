"""Asking for a job, looking at it, and taking it back."""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from studies.errors import NotFoundError
from studies.models import Job, Study
from studies.models.job import UNDER_WAY, JobKind, JobState
from studies.models.team import Action
from studies.services.allocation import lock_study
from studies.services.jobs.obstacles import require_open
from studies.services.jobs.running import enqueue
from studies.services.team.audit import record_action

LONG_WAIT = timedelta(seconds=30)


@transaction.atomic
def start_simulation(
    *, study: Study, n_people: int, drop_out: float, who: str, now: datetime
) -> Job:
    """Send simulated people into ``study``; a second click finds those of the first."""
    study = lock_study(study)
    under_way = find_under_way(study, JobKind.SIMULATION)
    if under_way is not None:
        return under_way
    admit_simulated(study=study, n_people=n_people, drop_out=drop_out, who=who, now=now)
    options = {"drop_out": drop_out}
    return start_job(study, JobKind.SIMULATION, options, n_people, who=who, now=now)


@transaction.atomic
def admit_simulated(
    *, study: Study, n_people: int, drop_out: float, who: str, now: datetime
) -> None:
    """Let simulated people into a study that is open, and log that they were sent."""
    study = lock_study(study)
    require_open(study)
    if not study.accepts_simulated:
        study.accepts_simulated = True
        study.save(update_fields=["accepts_simulated"])
    sent = {"n_people": n_people, "drop_out": drop_out}
    record_action(study, Action.SIMULATED, who=who, now=now, **sent)


def start_job(
    study: Study,
    kind: JobKind,
    options: dict[str, Any],
    n_total: int,
    *,
    who: str,
    now: datetime,
) -> Job:
    """Queue a job; call it with the study locked, once none of its kind is there."""
    job = Job.objects.create(
        study=study, kind=kind, options=options, n_total=n_total, who=who, asked_at=now
    )
    enqueue(job)
    return job


def find_under_way(study: Study, kind: JobKind) -> Job | None:
    """The job of that kind that is queued or running."""
    return study.jobs.filter(kind=kind, state__in=UNDER_WAY).first()


def list_jobs(study: Study, kind: JobKind, *, n_latest: int = 5) -> list[Job]:
    """The latest jobs of that kind, the newest first."""
    return list(study.jobs.filter(kind=kind).order_by("-pk")[:n_latest])


def find_job(study: Study, job_id: int) -> Job:
    """One job of ``study``."""
    job = study.jobs.filter(pk=job_id).first()
    if job is None:
        raise NotFoundError
    return job


def is_nobody_there(job: Job, *, now: datetime) -> bool:
    """Whether a job waits so long that no worker seems to run."""
    last_heard = job.heartbeat_at or job.asked_at
    return job.state == JobState.QUEUED and now - last_heard > LONG_WAIT


@transaction.atomic
def cancel_job(*, study: Study, job_id: int, who: str, now: datetime) -> Job:
    """Take a job back; what it has done stays. One that is over stays as it ended.

    Simulated people change a study, so the log tells of them; other jobs do not.
    """
    job = find_job(study, job_id)
    own = Job.objects.filter(pk=job.pk, state__in=UNDER_WAY)
    is_cancelled = own.update(state=JobState.CANCELLED, ended_at=now)
    if is_cancelled and job.kind == JobKind.SIMULATION:
        detail = {"cancelled_after": job.n_done, "n_people": job.n_total}
        record_action(study, Action.SIMULATED, who=who, now=now, **detail)
    job.refresh_from_db()
    return job
