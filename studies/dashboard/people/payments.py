"""Payments: who is owed what? Codes and outcomes, no answers and no arms."""

import io

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from studies.dashboard.navigation import Tab
from studies.dashboard.pages import show_study, study_page
from studies.models.session import ENDED
from studies.services.people.payments import add_up, list_payments, write_payments
from studies.services.team.rights import Right, StudyAccess

PER_PAGE = 100
LONGEST_SEARCH = 16
TEMPLATE = "dashboard/payments/page.html"


@require_safe
@study_page(Right.PAY)
def show_payments(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """Every code, searched and filtered by how the session ended."""
    payments = list_payments(access.study)
    search = request.GET.get("search", "").strip().upper()[:LONGEST_SEARCH]
    outcome = request.GET.get("outcome", "")
    found = [
        payment
        for payment in payments
        if search in payment.code and outcome in ("", payment.outcome)
    ]
    context = {
        "sums": add_up(payments),
        "page": Paginator(found, PER_PAGE).get_page(request.GET.get("page")),
        "search": search,
        "outcome": outcome,
        "outcomes": [(phase.value, phase.label.lower()) for phase in ENDED],
        "longest_search": LONGEST_SEARCH,
        "has_any": bool(payments),
    }
    return show_study(request, access, Tab.PAYMENTS, TEMPLATE, context)


@require_POST
@study_page(Right.PAY)
def download_payments(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """All of it as CSV, which is logged; recruiters' ids for whom may see them."""
    with_ids = "ids" in request.POST
    if with_ids:
        access.require(Right.SEE_IDENTITIES)
    text = io.StringIO()
    write_payments(
        study=access.study,
        file=text,
        with_ids=with_ids,
        who=access.who,
        now=timezone.now(),
    )
    response = HttpResponse(text.getvalue(), content_type="text/csv; charset=utf-8")
    name = f"{access.study.slug}-payments.csv"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
