"""What the teachers of a design reach of the possible, computed by the worker."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from studies.models import Job, Study
from studies.models.job import UNDER_WAY, JobKind, JobState
from studies.services.allocation import lock_study
from studies.services.jobs.progress import JobRun
from studies.services.jobs.starting import find_under_way, is_nobody_there, start_job
from studies.services.planning.certificates import (
    Measures,
    certify_design,
    find_certificate,
    list_goals,
    name_certificate,
    store_certificate,
)
from studies.services.planning.plans import find_playing_obstacle


@dataclass(frozen=True)
class CertificateState:
    """What is known, what is being computed, or why neither."""

    measures: Measures | None = None
    job: Job | None = None
    obstacle: str = ""
    failure: str = ""
    is_nobody_there: bool = False


def look_up_certificate(*, study: Study, who: str, now: datetime) -> CertificateState:
    """What is known; the worker is asked for what is not, once for each design."""
    found = find_certificate(study)
    if found is not None:
        return CertificateState(found)
    if obstacle := find_playing_obstacle(study):
        return CertificateState(obstacle=obstacle)
    if failure := _find_failure(study):
        return CertificateState(failure=failure)
    job = _ask(study, who=who, now=now)
    return CertificateState(job=job, is_nobody_there=is_nobody_there(job, now=now))


def _find_failure(study: Study) -> str:
    """Why it could not be computed for this design; asking again would not help."""
    last = study.jobs.filter(kind=JobKind.CERTIFICATE).order_by("-pk").first()
    if last is None or last.state != JobState.FAILED:
        return ""
    return last.message if last.options["name"] == name_certificate(study) else ""


@transaction.atomic
def _ask(study: Study, *, who: str, now: datetime) -> Job:
    """The job that does it, or the one of an older design that it waits for."""
    study = lock_study(study)
    under_way = find_under_way(study, JobKind.CERTIFICATE)
    if under_way is not None:
        return under_way
    study.jobs.filter(kind=JobKind.CERTIFICATE).exclude(state__in=UNDER_WAY).delete()
    n_pieces = len(list_goals(study)) * study.arms.count()
    options = {"name": name_certificate(study)}
    return start_job(study, JobKind.CERTIFICATE, options, n_pieces, who=who, now=now)


def compute_certificate(job: Job, run: JobRun) -> dict[str, Any]:
    """Store the whole once it is there.

    A design that was changed meanwhile is not computed: nobody would look it up.
    """
    study = Study.objects.select_related("deck_version").get(pk=job.study_id)
    name = name_certificate(study)
    if name != job.options["name"]:
        return {"is_outdated": True}
    measures = certify_design(study, watch=run.report)
    store_certificate(study, name, measures, now=timezone.now())
    return {}
