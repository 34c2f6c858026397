"""Recruiting: HITs, their budget and what was paid."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from studies.dashboard.links import whole_address
from studies.dashboard.navigation import Tab
from studies.dashboard.pages import show_study, study_page
from studies.dashboard.recruiting.forms import BudgetForm, ExtendForm, OfferForm
from studies.dashboard.recruiting.lists import search_hits, search_payments
from studies.dashboard.recruiting.showing import (
    list_hits,
    list_payments,
    tell_offered,
    tell_spending,
)
from studies.errors import StudyError
from studies.models import Hit, Study
from studies.services.recruiting.accounts import set_budget
from studies.services.recruiting.extending import expire_hit, extend_hit
from studies.services.recruiting.hits import (
    create_hits,
    find_hit,
    send_planned,
)
from studies.services.recruiting.requester import (
    connect,
    is_configured,
    mturk_account,
)
from studies.services.team.rights import Right, StudyAccess

PAGE = "dashboard/recruiting/page.html"
NOWHERE = "dashboard/recruiting/nowhere.html"
NEW = "dashboard/recruiting/new.html"
HIT = "dashboard/recruiting/hit.html"


@require_safe
@study_page(Right.PAY)
def show_recruiting(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """What is offered, what it costs, and what was paid."""
    study = access.study
    if _is_offered_at_mturk(study):
        return _show(request, access)
    if "prolific" in study.recruiters:
        return redirect("dashboard:prolific", study.slug)
    return show_study(request, access, Tab.RECRUITING, NOWHERE, {})


def _is_offered_at_mturk(study: Study) -> bool:
    return "mturk" in study.recruiters or mturk_account(study).hits.exists()


@require_POST
@study_page(Right.RUN)
def save_budget(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    form = BudgetForm(request.POST)
    if form.is_valid():
        account, budget = mturk_account(access.study), form.cleaned_data["budget"]
        try:
            set_budget(
                account_id=account.pk,
                budget=budget,
                who=access.who,
                now=timezone.now(),
            )
        except StudyError as error:
            form.add_error("budget", error.message)
        else:
            messages.success(request, "The budget is set.")
            return _back(access)
    return _show(request, access, budget_form=form, form=form, status=400)


@require_http_methods(["GET", "HEAD", "POST"])
@study_page(Right.RUN)
def new_hits(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """Fills in a task, tells what it costs, and offers it once that was typed."""
    is_sent = request.method == "POST"
    form = OfferForm(request.POST if is_sent else None, study=access.study)
    if is_sent and form.is_valid() and _create(request, access, form):
        return _back(access)
    status = 400 if form.errors else 200
    context = {"form": form, **about(access.study)}
    return show_study(request, access, Tab.RECRUITING, NEW, context, status=status)


def _create(request: HttpRequest, access: StudyAccess, form: OfferForm) -> bool:
    address = whole_address(request, "pages:join", access.study.slug)
    now = timezone.now()
    try:
        hits = create_hits(
            account=mturk_account(access.study),
            offer=form.offer(address),
            nonce=form.cleaned_data["nonce"],
            confirmed=form.cleaned_data["confirm"],
            who=access.who,
            requester=connect(),
            now=now,
        )
    except StudyError as error:
        form.refuse(error)
        return False
    messages.success(request, tell_offered(hits, since=now))
    return True


@require_POST
@study_page(Right.RUN)
def send_left(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """Offers what a try before this one left behind."""
    try:
        hits = send_planned(mturk_account(access.study), requester=connect())
    except StudyError as error:
        messages.error(request, error.message)
    else:
        messages.success(request, f"{len(hits)} of them sent.")
    return _back(access)


@require_http_methods(["GET", "HEAD", "POST"])
@study_page(Right.RUN)
def show_hit(request: HttpRequest, access: StudyAccess, hit_pk: int) -> HttpResponse:
    """One HIT, to be extended or ended."""
    hit = find_hit(mturk_account(access.study), hit_pk)
    is_sent = request.method == "POST"
    form = ExtendForm(request.POST if is_sent else None, hit=hit)
    if is_sent and form.is_valid() and _extend(access, hit, form):
        messages.success(request, "The HIT is extended.")
        return _back(access)
    (line,) = list_hits([hit], now=timezone.now())
    context = {"form": form, "line": line, **about(access.study)}
    status = 400 if form.errors else 200
    return show_study(request, access, Tab.RECRUITING, HIT, context, status=status)


def _extend(access: StudyAccess, hit: Hit, form: ExtendForm) -> bool:
    given = form.cleaned_data
    try:
        extend_hit(
            hit=hit,
            n_more=given["n_more"],
            n_known=given["n_known"],
            more_days=given["more_days"],
            confirmed=given["confirm"],
            who=access.who,
            requester=connect(),
            now=timezone.now(),
        )
    except StudyError as error:
        form.refuse(error)
        return False
    return True


@require_POST
@study_page(Right.RUN)
def end_hit(request: HttpRequest, access: StudyAccess, hit_pk: int) -> HttpResponse:
    hit = find_hit(mturk_account(access.study), hit_pk)
    if "sure" not in request.POST:
        messages.error(request, "Nothing was done: tick that you are sure.")
        return redirect("dashboard:hit", access.study.slug, hit_pk)
    try:
        expire_hit(hit=hit, who=access.who, requester=connect(), now=timezone.now())
    except StudyError as error:
        messages.error(request, error.message)
    else:
        messages.success(request, "Nobody else is offered this HIT.")
    return _back(access)


def _show(
    request: HttpRequest, access: StudyAccess, *, status: int = 200, **more: Any
) -> HttpResponse:
    account = mturk_account(access.study)
    hits = list_hits(account.hits.order_by("-pk"), now=timezone.now())
    context = {
        "hits": search_hits(request, hits),
        "n_unsent": sum(not line.hit_id for line in hits),
        "spending": tell_spending(account),
        "payments": search_payments(
            request, access, list_payments(account), currency=account.currency
        ),
        "budget_form": BudgetForm(initial={"budget": account.budget}),
        **about(access.study),
        **more,
    }
    return show_study(request, access, Tab.RECRUITING, PAGE, context, status=status)


def about(study: Study) -> dict[str, Any]:
    """What every page on Mechanical Turk says at its top."""
    return {
        "is_configured": is_configured(),
        "is_production": settings.MTURK_ENVIRONMENT == "production",
        "stand_in": settings.MTURK_ENDPOINT,
        "takes_workers": "mturk" in study.recruiters,
        "takes_prolific": "prolific" in study.recruiters,
    }


def _back(access: StudyAccess) -> HttpResponse:
    return redirect("dashboard:recruiting", access.study.slug)
