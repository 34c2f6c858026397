"""The one task of the queue: to do a job, or what is left of it."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any
from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.module_loading import import_string
from django_tasks import DEFAULT_TASK_QUEUE_NAME, task

from studies.errors import StudyError
from studies.models import Job
from studies.models.job import LONGEST_MESSAGE, JobKind, JobState
from studies.services.jobs.progress import JobRun, StoppedError, TakenAwayError

Work = Callable[[Job, JobRun], dict[str, Any]]
# What is done for a job of each kind. Begun again, it must go on where it was. By name:
# a server that only asks for it need not load it.
WORK = {
    JobKind.SIMULATION.value: "studies.services.jobs.simulated_people.send_people",
    JobKind.POWER.value: "studies.services.jobs.power_curves.compute_power",
    JobKind.REGRADING.value: "studies.services.jobs.regradings.regrade_answers",
    JobKind.EXPORT.value: "studies.services.jobs.exports.write_file",
    JobKind.ANALYSIS.value: "studies.services.jobs.results.compute_results",
    JobKind.CERTIFICATE.value: "studies.services.jobs.certificates.compute_certificate",
}

# Kinds that take minutes; all others wait for each other, but not for these.
LONG = frozenset({JobKind.SIMULATION.value})


@task()
def run_job(job_id: int) -> None:
    """Do the job, unless it is done, cancelled or in other hands.

    What nobody expected is raised and leaves the job as a killed worker does: it is
    tried again, a few times.
    """
    job = _take(job_id)
    if job is not None:
        with suppress(TakenAwayError):
            _work_on(JobRun(job))


def _work_on(run: JobRun) -> None:
    work: Work = import_string(WORK[run.job.kind])
    try:
        with run.beating():
            _end(run, JobState.DONE, result=work(run.job, run))
    except StoppedError:
        _put_back(run)
    except StudyError as error:
        _end(run, JobState.FAILED, message=error.message[:LONGEST_MESSAGE])


def enqueue(job: Job) -> None:
    """Put a job into the queue; call it in the transaction that changes the job."""
    queue = settings.LONG_QUEUE if job.kind in LONG else DEFAULT_TASK_QUEUE_NAME
    queued = run_job.using(queue_name=queue).enqueue(job.pk)
    job.task_id = UUID(queued.id)
    job.save(update_fields=["task_id"])


@transaction.atomic
def _take(job_id: int) -> Job | None:
    job = Job.objects.select_for_update().filter(pk=job_id).first()
    if job is None or job.state != JobState.QUEUED:
        return None
    now = timezone.now()
    job.state, job.run = JobState.RUNNING, uuid4()
    job.started_at, job.heartbeat_at = job.started_at or now, now
    job.n_attempts += 1
    job.save()
    return job


def _end(run: JobRun, state: JobState, **values: Any) -> None:
    run.change(state=state, ended_at=timezone.now(), **values)


@transaction.atomic
def _put_back(run: JobRun) -> None:
    run.change(state=JobState.QUEUED, run=None)
    enqueue(run.job)
