"""Payments: who is owed what? Codes and outcomes, no answers and no arms."""

import io
from collections.abc import Callable
from decimal import Decimal
from operator import attrgetter
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from studies.dashboard.navigation import Tab
from studies.dashboard.pages import show_study, study_page
from studies.dashboard.sorting import Order, write_query
from studies.dashboard.tables import download_table
from studies.errors import StudyError
from studies.models.session import ENDED
from studies.services.people.hand_payments import list_hand_payments
from studies.services.people.ledger_table import list_ledger, name_columns
from studies.services.people.payments import (
    Payment,
    list_payments,
    look_at_labels,
    summarise,
    write_payments,
)
from studies.services.recruiting.deadlines import list_deadlines
from studies.services.recruiting.reconciling import find_worker_ids
from studies.services.recruiting.requester import connect, mturk_account
from studies.services.team.rights import Right, StudyAccess

PER_PAGE = 100
LONGEST_SEARCH = 16
TEMPLATE = "dashboard/payments/page.html"
# A heading, and what sorts below it.
_COLUMNS: dict[str, tuple[str, Callable[[Payment], Any]]] = {
    "code": ("Code", attrgetter("code")),
    "outcome": ("Outcome", attrgetter("outcome_words", "is_proven")),
    "owed": ("Owed", lambda payment: _by_sum(payment)),
    "recruiter": ("Came by", attrgetter("recruiter")),
    "people": ("People", attrgetter("people")),
    "ended": ("Ended (UTC)", attrgetter("at")),
}
USUAL = "-ended"


@require_safe
@study_page(Right.PAY)
def show_payments(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """Every code, searched, sorted, and filtered by how the session ended."""
    payments = list_payments(access.study)
    search = request.GET.get("search", "").strip().upper()[:LONGEST_SEARCH]
    outcome = request.GET.get("outcome", "")
    order = Order.read(request.GET.get("sort", ""), among=_COLUMNS, usual=USUAL)
    found = [
        payment
        for payment in payments
        if search in payment.code and outcome in ("", payment.outcome)
    ]

    def query(sort: str) -> str:
        return write_query({"search": search, "outcome": outcome, "sort": sort})

    page = Paginator(_sort(found, order), PER_PAGE).get_page(request.GET.get("page"))
    if access.allows(Right.SEE_IDENTITIES):
        look_at_labels(
            study=access.study, payments=page, who=access.who, now=timezone.now()
        )
    context = {
        "sums": summarise(access.study, payments),
        "page": page,
        "query": query(str(order)),
        "columns": [
            order.column(name, label, query=query, is_number=False)
            for name, (label, _) in _COLUMNS.items()
        ],
        "search": search,
        "outcome": outcome,
        "outcomes": [(phase.value, phase.label.lower()) for phase in ENDED],
        "longest_search": LONGEST_SEARCH,
        "has_any": bool(payments),
        "deadlines": list_deadlines(access.study),
        "by_hand": list_hand_payments(access.study),
    }
    return show_study(request, access, Tab.PAYMENTS, TEMPLATE, context)


def _by_sum(payment: Payment) -> tuple[bool, Decimal, str]:
    """What has no number comes last."""
    left = payment.owed.left
    return left is None, left or Decimal(0), payment.owed.words


def _sort(payments: list[Payment], order: Order) -> list[Payment]:
    """As asked; else as they come, which keeps the codes of one session together."""
    if str(order) == USUAL:
        return payments
    _, key = _COLUMNS[order.name]
    return sorted(payments, key=key, reverse=order.is_reversed)


@require_POST
@study_page(Right.PAY)
def download_payments(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """All of it as CSV, which is logged; recruiters' ids for whom may see them."""
    with_ids = "ids" in request.POST
    if with_ids:
        access.require(Right.SEE_IDENTITIES)
    try:
        account = mturk_account(access.study)
        known_ids = find_worker_ids(account, connect) if with_ids else {}
    except StudyError as error:
        messages.error(request, f"{error.message} Nothing was downloaded.")
        return redirect("dashboard:payments", access.study.slug)
    text = io.StringIO()
    write_payments(
        study=access.study,
        file=text,
        with_ids=with_ids,
        known_ids=known_ids,
        who=access.who,
        now=timezone.now(),
    )
    response = HttpResponse(text.getvalue(), content_type="text/csv; charset=utf-8")
    name = f"{access.study.slug}-payments{'-with-ids' if with_ids else ''}.csv"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@require_POST
@study_page(Right.PAY)
def download_ledger(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """Every payment as CSV, which is logged."""
    names = name_columns(with_people=access.allows(Right.SEE_PARTICIPANTS))
    cells = [[line[name] for name in names] for line in list_ledger(access.study)]
    return download_table(access, "all payments", names, cells)
