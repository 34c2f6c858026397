"""The first page of a try: what participants read, and agree to or not."""

from typing import Any
from uuid import UUID

from csp.constants import HEADER as POLICY_HEADER
from csp.constants import SELF
from csp.utils import build_policy
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_http_methods

from studies.dashboard.pages import study_page
from studies.models import TeachingSession
from studies.services.enrolment.more_time import BEFORE_CARDS, grant_time
from studies.services.enrolment.offer import describe_offer
from studies.services.rehearsal.previews import find_preview
from studies.services.team.rights import Right, StudyAccess

# A preview is opened in a frame of the researcher's own page, so its token is kept for
# them; it opens nothing but the preview.
KEPT = "preview-{}"
AGREED = "preview-agreed-{}"
DECLINED = "declined"
MORE_TIME = {"1.5": 1.5, "2": 2.0}
POLICY = build_policy(replace={"frame-ancestors": [SELF]})


def first_address(request: HttpRequest, access: StudyAccess, public_id: UUID) -> str:
    """Where somebody's try is: at the consent, or where they are since they agreed."""
    if request.session.get(AGREED.format(public_id)):
        return reverse("pages:session", args=[request.session[KEPT.format(public_id)]])
    return reverse("dashboard:try_consent", args=[access.study.slug, public_id])


@require_http_methods(["GET", "HEAD", "POST"])
@xframe_options_sameorigin
@study_page(Right.SEE_DESIGN)
def show_consent(
    request: HttpRequest, access: StudyAccess, public_id: UUID
) -> HttpResponse:
    """The page behind the link, whose visits are not counted and whose buttons work."""
    session = find_preview(access.study, public_id)
    if request.session.get(KEPT.format(public_id)) is None:
        return redirect("dashboard:try", access.study.slug)
    if DECLINED in request.GET:
        context = {"description": request.path}
        return _show(request, access, "pages/declined.html", context)
    if request.method != "POST":
        return _describe(request, access)
    if access.study.minimum_age and request.POST.get("age") != "yes":
        return _describe(request, access, lacks_age=True)
    _agree(request, session)
    return redirect(first_address(request, access, public_id))


def _describe(
    request: HttpRequest, access: StudyAccess, *, lacks_age: bool = False
) -> HttpResponse:
    context = {
        **vars(describe_offer(access.study)),
        "decline": f"?{DECLINED}=1",
        "lacks_age": lacks_age,
        "time": request.POST.get("time", "1"),
    }
    status = 400 if lacks_age else 200
    return _show(request, access, "pages/join.html", context, status=status)


def _agree(request: HttpRequest, session: TeachingSession) -> None:
    """They go on as they would; whoever asks for more time has it in their try too."""
    factor = MORE_TIME.get(request.POST.get("time", ""))
    if factor and session.study.offers_more_time and session.phase in BEFORE_CARDS:
        grant_time(session_id=session.pk, factor=factor, now=timezone.now())
    request.session[AGREED.format(session.public_id)] = True


def _show(
    request: HttpRequest,
    access: StudyAccess,
    template: str,
    context: dict[str, Any],
    *,
    status: int = 200,
) -> HttpResponse:
    shown = {"study": access.study, **context}
    with translation.override(access.study.language):
        response = render(request, template, shown, status=status)
    response.headers[POLICY_HEADER] = POLICY
    return response
