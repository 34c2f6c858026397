"""A design as a file, and as participants see it."""

from csp.constants import HEADER as POLICY_HEADER
from csp.constants import SELF
from csp.utils import build_policy
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from studies.dashboard.pages import study_page
from studies.services.drafting.documents import write_design
from studies.services.enrolment.offer import describe_offer
from studies.services.team.rights import Right, StudyAccess

# The Design page shows it in a frame, and none of its buttons does anything.
POLICY = f"{build_policy(replace={'frame-ancestors': [SELF]})}; sandbox"


@require_safe
@study_page(Right.SEE_DESIGN)
def export_design(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """The design as JSON, to keep, to send or to import elsewhere."""
    response = JsonResponse(
        write_design(access.study),
        json_dumps_params={"indent": 2, "ensure_ascii": False},
    )
    name = f"{access.study.slug}-design.json"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@require_safe
@xframe_options_sameorigin
@study_page(Right.SEE_DESIGN)
def preview_consent(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """The page behind the link, exactly as participants see it."""
    study, offer = access.study, describe_offer(access.study)
    context = {"study": study, "decline": "#", **vars(offer)}
    with translation.override(study.language):
        response = render(request, "dashboard/design/join_preview.html", context)
    response.headers[POLICY_HEADER] = POLICY
    return response
