"""Regrading: a second set of verdicts, asked for on the page of items."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from studies.dashboard.items.forms import RegradeForm
from studies.dashboard.items.items import latest_job, read_disputed, show_page
from studies.dashboard.pages import study_page
from studies.errors import StudyError
from studies.services.jobs.regradings import start_regrading
from studies.services.jobs.starting import find_job
from studies.services.monitoring.crowds import chosen_purpose
from studies.services.team.rights import Right, StudyAccess


@require_POST
@study_page(Right.SEE_RESULTS)
def regrade(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """Have the answers of the chosen group graded again by what the form says."""
    purpose = chosen_purpose(access.study, request.GET.get("purpose", ""))
    form = RegradeForm(request.POST, disputed=read_disputed(access, request))
    if form.is_valid() and _start(access, form, purpose):
        messages.success(request, "The answers are being graded again.")
        return _back(access, purpose)
    return show_page(request, access, form)


@require_safe
@study_page(Right.SEE_RESULTS)
def show_progress(
    request: HttpRequest, access: StudyAccess, job_id: int
) -> HttpResponse:
    """How far it is; once it is over, the whole page is asked for."""
    job = find_job(access.study, job_id)
    if "HX-Request" not in request.headers:
        return _back(access, job.options.get("purpose", ""))
    if not job.is_under_way:
        return HttpResponse(headers={"HX-Refresh": "true"})
    context = {"study": access.study, **latest_job(access)}
    return render(request, "dashboard/items/job.html", context)


def _back(access: StudyAccess, purpose: str) -> HttpResponse:
    address = reverse("dashboard:items", args=[access.study.slug])
    return redirect(f"{address}?purpose={purpose}")


def _start(access: StudyAccess, form: RegradeForm, purpose: str) -> bool:
    wish = form.wish(purpose)
    try:
        start_regrading(
            study=access.study, wish=wish, who=access.who, now=timezone.now()
        )
    except StudyError as error:
        form.add_error(None, error.message)
        return False
    return True
