"""Sending simulated people into a study, and how far they are."""

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from studies.dashboard.design.fields import Whole
from studies.dashboard.navigation import Tab
from studies.dashboard.pages import show_study, study_page
from studies.dashboard.running.jobs import tell_job
from studies.errors import StudyError
from studies.models.job import JobKind
from studies.services.jobs.obstacles import find_obstacle
from studies.services.jobs.starting import list_jobs, start_simulation
from studies.services.team.rights import Right, StudyAccess

# They take about a second each.
MOST_PEOPLE = 1_000
DROP_OUTS = [(0.0, "nobody"), (0.1, "one in ten"), (0.25, "a quarter"), (0.5, "half")]


class SimulationForm(forms.Form):
    """How many simulated people, and how many of them leave."""

    n_people = Whole(
        label="How many take part",
        min_value=1,
        max_value=MOST_PEOPLE,
        initial=80,
        help_text=f"From 1 to {MOST_PEOPLE:,}.",
        error_messages={"max_value": f"At most {MOST_PEOPLE:,} at once."},
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
        **tell_job(latest),
    }
    status = 400 if form.errors else 200
    return show_study(
        request, access, Tab.TRY, "dashboard/simulate.html", context, status=status
    )


def _start(access: StudyAccess, form: SimulationForm) -> bool:
    try:
        start_simulation(
            study=access.study, who=access.who, now=timezone.now(), **form.cleaned_data
        )
    except StudyError as error:
        form.add_error(None, error.message)
        return False
    return True
