"""How far a job is, and taking it back, whatever its kind."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from studies.dashboard.pages import study_page
from studies.models import Job
from studies.models.job import JobKind
from studies.services.jobs.starting import cancel_job, find_job, is_nobody_there
from studies.services.team.rights import Right, StudyAccess

PAGES = {
    JobKind.SIMULATION.value: "dashboard:simulate",
    JobKind.POWER.value: "dashboard:power",
    JobKind.REGRADING.value: "dashboard:items",
    JobKind.EXPORT.value: "dashboard:export",
    JobKind.ANALYSIS.value: "dashboard:results",
    JobKind.CERTIFICATE.value: "dashboard:design",
}
"""Where jobs of each kind are asked for."""


@require_safe
@study_page(Right.RUN)
def show_job(request: HttpRequest, access: StudyAccess, job_id: int) -> HttpResponse:
    """How far a job is: the part of the page that asks for itself again.

    Once it is over, the whole page is asked for: it offers other things then.
    """
    job = find_job(access.study, job_id)
    if "HX-Request" not in request.headers:
        return redirect(PAGES[job.kind], access.study.slug)
    if not job.is_under_way:
        return HttpResponse(headers={"HX-Refresh": "true"})
    context = {"study": access.study, **tell_job(job)}
    return render(request, "dashboard/job.html", context)


@require_POST
@study_page(Right.RUN)
def cancel(request: HttpRequest, access: StudyAccess, job_id: int) -> HttpResponse:
    """Takes a job back."""
    job = cancel_job(
        study=access.study, job_id=job_id, who=access.who, now=timezone.now()
    )
    return redirect(PAGES[job.kind], access.study.slug)


def tell_job(job: Job | None) -> dict[str, Any]:
    """What the part about a job needs."""
    is_alone = job is not None and is_nobody_there(job, now=timezone.now())
    return {"job": job, "is_nobody_there": is_alone}
