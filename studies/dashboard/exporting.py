"""Export: how do I analyse it elsewhere?"""

import zipfile
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from studies.dashboard.navigation import Tab
from studies.dashboard.pages import show_study, study_page
from studies.errors import NotFoundError, StudyError
from studies.models import Job
from studies.models.job import JobKind
from studies.models.study import Purpose
from studies.services.export.columns import Table
from studies.services.export.tables import tables_of
from studies.services.export.writing import name_of
from studies.services.jobs.exports import (
    KEPT,
    find_file,
    is_kept,
    record_download,
    start_export,
)
from studies.services.jobs.starting import (
    cancel_job,
    find_job,
    is_nobody_there,
    list_jobs,
)
from studies.services.monitoring.crowds import list_crowds, own_purpose
from studies.services.team.rights import Right, StudyAccess


class ExportForm(forms.Form):
    """Whose data, and whether with who they are."""

    purpose = forms.ChoiceField(label="Whose data")
    with_private = forms.BooleanField(
        label="With recruiters’ ids and logs with clock times",
        required=False,
        help_text="In files of their own, for payments and for checking the logs. "
        "Do not publish them.",
    )

    def __init__(self, access: StudyAccess, data: Any = None) -> None:
        super().__init__(data)
        chosen = own_purpose(access.study)
        crowds = list_crowds(access.study, chosen=chosen)
        purpose = self.fields["purpose"]
        # Nobody exports nobody: where only simulated people are, they are offered.
        there = [one.purpose for one in crowds if one.n_people]
        purpose.initial = chosen if chosen in there else next(iter(there), chosen)
        purpose.choices = [  # type: ignore[attr-defined]
            (one.purpose.value, f"{one.purpose.label} ({one.n_people})")
            for one in crowds
        ]
        if not access.allows(Right.SEE_IDENTITIES):
            del self.fields["with_private"]


@dataclass(frozen=True)
class TableRow:
    """A table of an export, to be downloaded on its own."""

    table: Table
    n_rows: int


@require_http_methods(["GET", "POST"])
@study_page(Right.EXPORT)
def show_export(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """Offers an export, and those that were made."""
    form = ExportForm(access, request.POST if request.method == "POST" else None)
    if form.is_valid() and _start(access, form):
        return redirect("dashboard:export", access.study.slug)
    latest, *earlier = [*_jobs_for(access), None]
    context = {
        "form": form,
        "may_ask": not (latest and latest.is_under_way),
        "earlier": [job for job in earlier if job is not None],
        "n_days": KEPT.days,
        **_told(latest),
    }
    return show_study(
        request,
        access,
        Tab.EXPORT,
        "dashboard/export/page.html",
        context,
        status=400 if form.errors else 200,
    )


@require_safe
@study_page(Right.EXPORT)
def show_progress(
    request: HttpRequest, access: StudyAccess, job_id: int
) -> HttpResponse:
    """How far an export is: the part of the page that asks for itself again."""
    job = _find(access, job_id)
    if "HX-Request" not in request.headers:
        return redirect("dashboard:export", access.study.slug)
    if not job.is_under_way:
        return HttpResponse(headers={"HX-Refresh": "true"})
    context = {"study": access.study, **_told(job)}
    return render(request, "dashboard/export/job.html", context)


@require_POST
@study_page(Right.EXPORT)
def cancel(request: HttpRequest, access: StudyAccess, job_id: int) -> HttpResponse:
    """Takes an export back."""
    job = _find(access, job_id)
    cancel_job(study=access.study, job_id=job.pk, who=access.who, now=timezone.now())
    return redirect("dashboard:export", access.study.slug)


@require_safe
@study_page(Right.EXPORT)
def download(
    request: HttpRequest, access: StudyAccess, job_id: int
) -> HttpResponseBase:
    """The whole export as a zip."""
    now = timezone.now()
    job, path = find_file(access, job_id, now=now)
    record_download(access=access, job=job, what="everything", now=now)
    name = f"{access.study.slug}-{job.options['purpose']}.zip"
    return FileResponse(path.open("rb"), as_attachment=True, filename=name)


@require_safe
@study_page(Right.EXPORT)
def download_table(
    request: HttpRequest, access: StudyAccess, job_id: int, table: str
) -> HttpResponseBase:
    """One table of an export, safe for spreadsheets."""
    now = timezone.now()
    job, path = find_file(access, job_id, now=now)
    tables = {one.name: one for one in _tables_of(job)}
    if table not in tables:
        raise NotFoundError
    record_download(access=access, job=job, what=f"the table {table}", now=now)
    with zipfile.ZipFile(path) as archive:
        # It stays open as long as the member is.
        content = archive.open(name_of(tables[table]))
    name = f"{access.study.slug}-{table}.csv"
    return FileResponse(
        content, as_attachment=True, filename=name, content_type="text/csv"
    )


def _start(access: StudyAccess, form: ExportForm) -> bool:
    asked = form.cleaned_data
    try:
        start_export(
            access=access,
            purpose=Purpose(asked["purpose"]),
            with_private=asked.get("with_private", False),
            now=timezone.now(),
        )
    except StudyError as error:
        form.add_error(None, error.message)
        return False
    return True


def _jobs_for(access: StudyAccess) -> list[Job]:
    """The latest exports that the role may see."""
    return [
        job
        for job in list_jobs(access.study, JobKind.EXPORT)
        if access.allows(Right.SEE_IDENTITIES) or not job.options["with_private"]
    ]


def _find(access: StudyAccess, job_id: int) -> Job:
    job = find_job(access.study, job_id)
    if job.kind != JobKind.EXPORT:
        raise NotFoundError
    return job


def _tables_of(job: Job) -> list[Table]:
    return tables_of(with_private=job.options["with_private"])


def _told(job: Job | None) -> dict[str, Any]:
    if job is None:
        return {"job": None}
    now = timezone.now()
    kept = is_kept(job, now=now)
    counts = (job.result or {}).get("rows", {})
    return {
        "job": job,
        "is_nobody_there": is_nobody_there(job, now=now),
        "is_kept": kept,
        "rows": [TableRow(one, counts[name_of(one)]) for one in _tables_of(job)]
        if kept
        else [],
    }
