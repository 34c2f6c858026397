"""What becomes of jobs whose worker died, and of rows that the queue leaves behind."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from studies.models import Job
from studies.models.job import JobState
from studies.services.jobs.running import enqueue

# Longer than a worker waits for a locked database between two beats.
PATIENCE = timedelta(seconds=40)
MOST_ATTEMPTS = 3
KEPT = timedelta(days=7)
GIVEN_UP = (
    f"It was begun {MOST_ATTEMPTS} times and came no further. The log of the worker "
    "says why."
)


def requeue_lost(*, now: datetime, patience: timedelta = PATIENCE) -> int:
    """Queue jobs again that nobody works on any longer; returns how many.

    A worker that was killed leaves its task as running for ever. One that only stood
    still notices at its next word that the job is no longer its own.
    """
    lost = list(_lost(now - patience).values_list("pk", flat=True))
    return sum(_requeue(job_id, now=now, patience=patience) for job_id in lost)


def delete_old_tasks(*, now: datetime) -> None:
    """Forget what the queue has done; the jobs themselves stay."""
    DBTaskResult.objects.finished().filter(finished_at__lt=now - KEPT).delete()


def _lost(before: datetime) -> QuerySet[Job]:
    silent = Q(state=JobState.RUNNING, heartbeat_at__lt=before)
    claimed = DBTaskResult.objects.filter(started_at__lt=before)
    dropped = Q(state=JobState.QUEUED, task_id__in=claimed.values("pk"))
    return Job.objects.filter(silent | dropped)


@transaction.atomic
def _requeue(job_id: int, *, now: datetime, patience: timedelta) -> bool:
    """Whether the job is lost still, once it is locked, and was queued again."""
    job = Job.objects.select_for_update().get(pk=job_id)
    if not _lost(now - patience).filter(pk=job_id).exists():
        return False
    _close_task(job, now=now)
    job.run = None
    if job.n_attempts >= MOST_ATTEMPTS:
        job.state, job.ended_at, job.message = JobState.FAILED, now, GIVEN_UP
        job.save()
        return False
    job.state = JobState.QUEUED
    job.save()
    enqueue(job)
    return True


def _close_task(job: Job, *, now: datetime) -> None:
    running = DBTaskResult.objects.running().filter(pk__in=[job.task_id])
    running.update(status=TaskResultStatus.FAILED, finished_at=now)
