"""Launch: a checklist, a typed confirmation, then the link and what goes with it."""

import io
from dataclasses import dataclass

import segno
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from studies.dashboard.forms import LaunchForm
from studies.dashboard.navigation import Tab
from studies.dashboard.pages import show_study, study_page
from studies.errors import DesignError
from studies.models import Study
from studies.models.study import StudyState
from studies.recruitment import Recruiter, pick_recruiters
from studies.services.design.checklist import list_checks
from studies.services.design.checks import is_accepted, report_on, tell_errors
from studies.services.design.launching import launch_study
from studies.services.design.preregistration import write_preregistration
from studies.services.design.running import move_study
from studies.services.earlier_studies import earlier_of
from studies.services.links.setup import write_setup
from studies.services.links.terms import terms_of
from studies.services.team.rights import Right, StudyAccess

CAN_GO_LIVE = (StudyState.DRAFT, StudyState.PILOT)


@require_http_methods(["GET", "POST"])
@study_page(Right.SEE_DESIGN)
def show_launch(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """Before: what stops a launch and what should be known. After: the link."""
    study = access.study
    report = report_on(study)
    form = LaunchForm(request.POST or None, slug=study.slug, warnings=report.warnings)
    if request.method == "POST" and form.is_valid():
        access.require(Right.RUN)
        try:
            launch_study(
                study=study,
                accepted=form.accepted(),
                who=access.who,
                now=timezone.now(),
            )
        except DesignError as error:
            form.add_error(None, error.message)
        else:
            messages.success(request, "The study is live. Give participants its link.")
            return redirect("dashboard:launch", study.slug)
    can_go_live = study.state in CAN_GO_LIVE
    context = {
        "form": form,
        "errors": list(tell_errors(study, report.errors)),
        "checks": list_checks(report),
        "warnings": report.warnings,
        "accepted": [each for each in report.warnings if is_accepted(each, study)],
        "can_go_live": can_go_live,
        "links": _links(request, study),
        "preregistration": write_preregistration(study),
        "earlier": earlier_of(study),
    }
    return show_study(request, access, Tab.LAUNCH, "dashboard/launch.html", context)


@require_POST
@study_page(Right.RUN)
def start_pilot(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """Open the study for people who know that it is a pilot."""
    return _move(request, access, StudyState.PILOT, "The pilot is open.")


@require_POST
@study_page(Right.RUN)
def back_to_draft(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """Close a pilot, so that the design can be changed."""
    return _move(request, access, StudyState.DRAFT, "The design can be changed again.")


@require_safe
@study_page(Right.SEE_DESIGN)
def show_qr(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """The open link as a QR code."""
    picture = io.BytesIO()
    code = segno.make(_link(request, access.study), error="m", micro=False)
    code.save(picture, kind="svg", scale=6, border=4, xmldecl=False, light="#ffffff")
    return HttpResponse(picture.getvalue(), content_type="image/svg+xml")


@require_safe
@study_page(Right.SEE_DESIGN)
def download_preregistration(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    text = write_preregistration(access.study)
    response = HttpResponse(f"{text}\n", content_type="text/markdown; charset=utf-8")
    name = f"{access.study.slug}-preregistration.md"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _move(
    request: HttpRequest, access: StudyAccess, state: StudyState, told: str
) -> HttpResponse:
    try:
        move_study(study=access.study, state=state, who=access.who, now=timezone.now())
    except DesignError as error:
        messages.error(request, error.message)
    else:
        messages.success(request, told)
    return redirect("dashboard:launch", access.study.slug)


@dataclass(frozen=True)
class RecruiterLink:
    """What one of the study's recruiters is given, and what to do with it."""

    recruiter: Recruiter
    title: str
    address: str
    advice: str
    setup: str


def _links(request: HttpRequest, study: Study) -> list[RecruiterLink]:
    """What each of the study's recruiters is given."""
    link = _link(request, study)
    return [_give(study, each, link) for each in pick_recruiters(study.recruiters)]


def _give(study: Study, recruiter: Recruiter, link: str) -> RecruiterLink:
    options = terms_of(study, recruiter.name).options
    address = f"{link}{recruiter.parameters_for(options)}"
    return RecruiterLink(
        recruiter,
        title=recruiter.title_for(options),
        address=address,
        advice=recruiter.advice_for(options),
        setup=write_setup(study, recruiter, address=address),
    )


def _link(request: HttpRequest, study: Study) -> str:
    path = reverse("pages:join", kwargs={"slug": study.slug})
    return request.build_absolute_uri(path)
