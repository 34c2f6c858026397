"""How close the arms come to the best possible: the part of the page that waits."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from studies.dashboard.design.strips import draw_strips
from studies.dashboard.pages import study_page
from studies.services.jobs.certificates import look_up_certificate
from studies.services.team.rights import Right, StudyAccess


@require_safe
@study_page(Right.SEE_DESIGN)
def show_certificate(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """What is known by now; it asks for itself until all is.

    With it comes the plan of teachers that plan ahead, so that the strips of their
    arms can be drawn too.
    """
    study = access.study
    state = look_up_certificate(study=study, who=access.who, now=timezone.now())
    context: dict[str, Any] = {"study": study, "certificate": state}
    if state.job is None:
        arms = list(study.arms.all())
        context |= {"brings_strips": True, "strips": draw_strips(study), "arms": arms}
    return render(request, "dashboard/design/certificate.html", context)
