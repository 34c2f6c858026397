"""Try: the journey as a participant sees it, and the teacher's view beside it."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from studies.dashboard.forms import TryForm
from studies.dashboard.navigation import Tab
from studies.dashboard.pages import show_study, study_page
from studies.dashboard.running.consenting import KEPT, first_address
from studies.dashboard.running.curves import draw_curves
from studies.errors import DesignError
from studies.models import Study, TeachingSession
from studies.recruitment import pick_recruiters
from studies.services.links.terms import terms_of
from studies.services.rehearsal.beliefs import count_taught, see_as_teacher
from studies.services.rehearsal.previews import (
    arms_to_try,
    find_preview,
    start_preview,
)
from studies.services.team.rights import Right, StudyAccess


@require_http_methods(["GET", "POST"])
@study_page(Right.SEE_DESIGN)
def choose_try(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """Which arm, at which pace, and as whose person."""
    arms, recruiters = arms_to_try(access.study), _recruiters(access.study)
    form = TryForm(request.POST or None, arms=arms, recruiters=recruiters)
    if request.method == "POST" and form.is_valid():
        try:
            return _begin(request, access, form)
        except DesignError as error:
            form.add_error(None, error.message)
    return show_study(request, access, Tab.TRY, "dashboard/try.html", {"form": form})


def _recruiters(study: Study) -> list[tuple[str, str]]:
    """Those whom the study accepts, by name and title."""
    return [
        (each.name, each.title_for(terms_of(study, each.name).options))
        for each in pick_recruiters(study.recruiters)
    ]


def _begin(request: HttpRequest, access: StudyAccess, form: TryForm) -> HttpResponse:
    preview = start_preview(
        study=access.study,
        arm_id=form.cleaned_data["arm"],
        pace=form.cleaned_data["pace"],
        source=form.cleaned_data["source"],
        who=access.who,
        now=timezone.now(),
    )
    request.session[KEPT.format(preview.public_id)] = preview.token
    return redirect("dashboard:try_session", access.study.slug, preview.public_id)


@require_safe
@study_page(Right.SEE_DESIGN)
def show_try(
    request: HttpRequest, access: StudyAccess, public_id: UUID
) -> HttpResponse:
    """The participant's pages in a frame."""
    session = find_preview(access.study, public_id)
    token = request.session.get(KEPT.format(public_id))
    if token is None:
        messages.info(request, "Somebody else began that try. Begin one of your own.")
        return redirect("dashboard:try", access.study.slug)
    first = first_address(request, access, public_id)
    context = {"session": session, "token": token, "first": first, **_teacher(session)}
    return show_study(request, access, Tab.TRY, "dashboard/try_session.html", context)


@require_safe
@study_page(Right.SEE_DESIGN)
def show_teacher(
    request: HttpRequest, access: StudyAccess, public_id: UUID
) -> HttpResponse:
    """The teacher's view alone, to be swapped in."""
    session = find_preview(access.study, public_id)
    context = {"study": access.study, "session": session, **_teacher(session)}
    return render(request, "dashboard/parts/teachers_view.html", context)


def _teacher(session: TeachingSession) -> dict[str, object]:
    view = see_as_teacher(session)
    return {
        "view": view,
        "plot": draw_curves(view) if view else None,
        "n_taught": count_taught(session),
    }
