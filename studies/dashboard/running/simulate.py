"""Sending simulated people into a study, and how far they are."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from studies.dashboard.navigation import Tab
from studies.dashboard.pages import show_study, study_page
from studies.errors import StudyError
from studies.models import Job
from studies.models.job import JobKind
from studies.services.jobs.obstacles import find_obstacle
from studies.services.jobs.starting import (
    cancel_job,
    find_job,
    is_nobody_there,
    list_jobs,
    start_simulation,
)
from studies.services.team.rights import Right, StudyAccess

N_PEOPLE = [(n, f"{n} people") for n in (8, 20, 40, 80, 160, 320)]
DROP_OUTS = [(0.0, "nobody"), (0.1, "one in ten"), (0.25, "a quarter"), (0.5, "half")]


class SimulationForm(forms.Form):
    """How many simulated people, and how many of them leave."""

    n_people = forms.TypedChoiceField(
        label="How many take part", choices=N_PEOPLE, coerce=int, initial=80
    )
    drop_out = forms.TypedChoiceField(
        label="How many of them leave early",
        choices=DROP_OUTS,
        coerce=float,
        initial=0.1,
        help_text="They stop at some card and never come back.",
    )


@require_http_methods(["GET", "POST"])
@study_page(Right.RUN)
def simulate(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """Offers to send simulated people, and shows those who were sent."""
    form = SimulationForm(request.POST if request.method == "POST" else None)
    if form.is_valid() and _start(access, form):
        return redirect("dashboard:simulate", access.study.slug)
    latest, *earlier = [*list_jobs(access.study, JobKind.SIMULATION), None]
    obstacle = find_obstacle(access.study)
    context = {
        "form": form,
        "obstacle": obstacle,
        "may_send": not obstacle and not (latest and latest.is_under_way),
        "earlier": [job for job in earlier if job is not None],
        **_told(latest),
    }
    status = 400 if form.errors else 200
    return show_study(
        request, access, Tab.TRY, "dashboard/simulate.html", context, status=status
    )


@require_safe
@study_page(Right.RUN)
def show_job(request: HttpRequest, access: StudyAccess, job_id: int) -> HttpResponse:
    """How far a job is: the part of the page that asks for itself again.

    Once it is over, the whole page is asked for: it offers other things then.
    """
    job = find_job(access.study, job_id)
    if "HX-Request" not in request.headers:
        return redirect("dashboard:simulate", access.study.slug)
    if not job.is_under_way:
        return HttpResponse(headers={"HX-Refresh": "true"})
    context = {"study": access.study, **_told(job)}
    return render(request, "dashboard/job.html", context)


@require_POST
@study_page(Right.RUN)
def cancel(request: HttpRequest, access: StudyAccess, job_id: int) -> HttpResponse:
    """Takes a job back."""
    cancel_job(study=access.study, job_id=job_id, who=access.who, now=timezone.now())
    return redirect("dashboard:simulate", access.study.slug)


def _start(access: StudyAccess, form: SimulationForm) -> bool:
    try:
        start_simulation(
            study=access.study, who=access.who, now=timezone.now(), **form.cleaned_data
        )
    except StudyError as error:
        form.add_error(None, error.message)
        return False
    return True


def _told(job: Job | None) -> dict[str, Any]:
    is_alone = job is not None and is_nobody_there(job, now=timezone.now())
    return {"job": job, "is_nobody_there": is_alone}
