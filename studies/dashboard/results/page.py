"""Results: what came out?"""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from studies.dashboard.figure_files import offer_file
from studies.dashboard.navigation import Tab
from studies.dashboard.pages import show_study, study_page
from studies.dashboard.results.forms import UnlockForm
from studies.dashboard.results.showing import ShownPart, show_part
from studies.errors import NotFoundError, StudyError
from studies.models import Job, ResultsReport, Study
from studies.models.job import JobKind
from studies.models.study import Purpose
from studies.services.blinding import hides_outcomes, locks_results
from studies.services.jobs.analyses import look_early, start_analysis
from studies.services.jobs.starting import is_nobody_there, list_jobs
from studies.services.monitoring.crowds import chosen_purpose, list_crowds
from studies.services.results.changes import has_changed
from studies.services.results.downloads import CSV, write_figure, write_table
from studies.services.results.locking import open_report
from studies.services.results.shapes import Report, from_json
from studies.services.results.stored import MEMORY, STILL_OPEN, has_people
from studies.services.team.rights import Right, StudyAccess

TEMPLATE = "dashboard/results/page.html"


@require_safe
@study_page(Right.SEE_RESULTS)
def show_results(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """The stored report, or how to come to one."""
    return _show(request, access, asked_purpose(request, access))


@require_safe
@study_page(Right.SEE_RESULTS)
def show_progress(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """How far the computing is; once it is over, the whole page is asked for."""
    job = latest_job(access.study)
    if "HX-Request" not in request.headers:
        return redirect("dashboard:results", access.study.slug)
    if job is None or not job.is_under_way:
        return HttpResponse(headers={"HX-Refresh": "true"})
    context = {"study": access.study, **_told(job)}
    return render(request, "dashboard/results/progress.html", context)


@require_POST
@study_page(Right.SEE_RESULTS)
def compute(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """Asks the worker for a report of the data as they are."""
    purpose = asked_purpose(request, access)
    try:
        start_analysis(
            study=access.study, purpose=purpose, who=access.who, now=timezone.now()
        )
    except StudyError as error:
        messages.error(request, error.message)
    return _back(access, purpose)


@require_POST
@study_page(Right.SEE_RESULTS)
def unlock(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """Shows results of a running study, after a typed confirmation; it is logged."""
    if not hides_outcomes(access.study, Purpose.REAL):
        return _back(access, Purpose.REAL)
    form = UnlockForm(request.POST, slug=access.study.slug)
    if not form.is_valid():
        return _show(request, access, Purpose.REAL, unlock_form=form)
    try:
        look_early(study=access.study, who=access.who, now=timezone.now())
    except StudyError as error:
        messages.error(request, error.message)
    return _back(access, Purpose.REAL)


@require_safe
@study_page(Right.SEE_RESULTS)
def download(
    request: HttpRequest, access: StudyAccess, part: str, kind: str
) -> HttpResponse:
    """A figure to print, or its numbers."""
    purpose = asked_purpose(request, access)
    if locks_results(access.study, purpose):
        return _back(access, purpose)
    content = write_figure(_require(access, purpose), part=part, kind=kind)
    return offer_file(content, name=f"{access.study.slug}-{part}", kind=kind)


@require_safe
@study_page(Right.SEE_RESULTS)
def download_table(request: HttpRequest, access: StudyAccess, key: str) -> HttpResponse:
    """A table as it stands on the page, with all digits."""
    purpose = asked_purpose(request, access)
    if locks_results(access.study, purpose):
        return _back(access, purpose)
    content = write_table(_require(access, purpose), key=key)
    return offer_file(content, name=f"{access.study.slug}-table-{key}", kind=CSV)


def _show(
    request: HttpRequest,
    access: StudyAccess,
    purpose: Purpose,
    unlock_form: UnlockForm | None = None,
) -> HttpResponse:
    study = access.study
    hides = hides_outcomes(study, purpose)
    context = {
        "purpose": purpose,
        "crowds": list_crowds(study, chosen=purpose),
        "is_locked": locks_results(study, purpose),
        "hides_outcomes": hides,
        "may_look": hides and has_people(study, purpose=purpose),
        "form": unlock_form or UnlockForm(slug=study.slug),
        "may_finish_until": _deadline(study, purpose),
        **_told(latest_job(study)),
        **_report_context(access, purpose),
    }
    status = 400 if unlock_form else 200
    return show_study(request, access, Tab.RESULTS, TEMPLATE, context, status=status)


def _read(access: StudyAccess, purpose: Purpose) -> ResultsReport | None:
    return open_report(
        study=access.study, purpose=purpose, who=access.who, now=timezone.now()
    )


def _require(access: StudyAccess, purpose: Purpose) -> Report:
    stored = _read(access, purpose)
    if stored is None:
        raise NotFoundError
    return from_json(stored.report)


def _report_context(access: StudyAccess, purpose: Purpose) -> dict[str, Any]:
    if locks_results(access.study, purpose):
        return {}
    stored = _read(access, purpose)
    if stored is None:
        return {}
    report = from_json(stored.report)
    return {
        "stored": stored,
        "report": report,
        "parts": _parts(report),
        "has_changed": has_changed(stored),
        "warnings": _warnings(report, access.study),
    }


def _warnings(report: Report, study: Study) -> list[str]:
    """Between closing and computing, a report of before has this one too many."""
    gone = STILL_OPEN if study.is_closed else None
    return [warning for warning in report.warnings if warning != gone]


def _parts(report: Report) -> list[ShownPart]:
    return [show_part(part) for part in report.parts if part.key != MEMORY]


def latest_job(study: Study) -> Job | None:
    """The last time that results were asked for."""
    return next(iter(list_jobs(study, JobKind.ANALYSIS, n_latest=1)), None)


def _told(job: Job | None) -> dict[str, Any]:
    is_alone = job is not None and is_nobody_there(job, now=timezone.now())
    return {"job": job, "is_nobody_there": is_alone}


def _deadline(study: Study, purpose: Purpose) -> Any:
    """Until when people inside may still finish a closed study."""
    now = timezone.now()
    if purpose != Purpose.REAL or not study.is_closed or study.is_over(now=now):
        return None
    return study.finish_until


def asked_purpose(request: HttpRequest, access: StudyAccess) -> Purpose:
    """Whose results are asked for: those of real people, unless told otherwise."""
    asked = request.POST.get("purpose") or request.GET.get("purpose", "")
    if not asked:
        return Purpose.REAL
    return chosen_purpose(access.study, asked)


def _back(access: StudyAccess, purpose: Purpose) -> HttpResponse:
    address = reverse("dashboard:results", args=[access.study.slug])
    return redirect(f"{address}?purpose={purpose}")
