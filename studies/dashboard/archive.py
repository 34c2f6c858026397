"""Studies out of the way: into the archive, back, or deleted."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from studies.dashboard.pages import study_page
from studies.errors import DesignError
from studies.services.design.archive import (
    archive_study,
    bring_back_study,
    delete_draft,
    find_obstacle_to_deleting,
)
from studies.services.team.rights import Right, StudyAccess


@require_POST
@study_page(Right.RUN)
def archive(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """Out of the list; the list says where it is."""
    try:
        archive_study(study_id=access.study.pk, who=access.who, now=timezone.now())
    except DesignError as error:
        messages.error(request, error.message)
    else:
        name = access.study.name
        messages.success(request, f"{name} is in the archive: Show, archived studies.")
    return redirect("dashboard:home")


@require_POST
@study_page(Right.RUN)
def bring_back(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    bring_back_study(study_id=access.study.pk, who=access.who, now=timezone.now())
    messages.success(request, f"{access.study.name} is in the list again.")
    return redirect("dashboard:home")


@require_http_methods(["GET", "POST"])
@study_page(Right.DELETE)
def delete(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """Asks once more, then deletes a draft that nobody took part in."""
    study = access.study
    obstacle = find_obstacle_to_deleting(study)
    if request.method == "POST" and not obstacle:
        name = study.name
        delete_draft(study_id=study.pk)
        messages.success(request, f"{name} is deleted.")
        return redirect("dashboard:home")
    context = {"study": study, "obstacle": obstacle}
    status = 409 if request.method == "POST" else 200
    return render(request, "dashboard/delete_study.html", context, status=status)
