"""Recruiting at Prolific: which study it is there, and what came of it."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from studies.dashboard.navigation import Tab
from studies.dashboard.pages import show_study, study_page
from studies.dashboard.recruiting.lists import search_payments
from studies.dashboard.recruiting.prolific_forms import (
    BonusListForm,
    FeeForm,
    ProlificBudgetForm,
    TaskForm,
)
from studies.dashboard.recruiting.showing import list_payments, tell_spending
from studies.errors import InvalidError, StudyError
from studies.models import RecruitingAccount, Study
from studies.services.design.amending import amend_fee
from studies.services.links.fees import fee_percent_of
from studies.services.links.terms import terms_of
from studies.services.recruiting.accounts import set_budget
from studies.services.recruiting.money import say_amount
from studies.services.recruiting.prolific.client import (
    PROLIFIC,
    connect,
    is_configured,
    is_stand_in,
    prolific_account,
)
from studies.services.recruiting.prolific.lists import (
    approval_list,
    bonus_list,
    count_active,
    note_download,
)
from studies.services.recruiting.prolific.naming import name_study
from studies.services.recruiting.prolific.reconciling import reconcile
from studies.services.team.rights import Right, StudyAccess

PAGE = "dashboard/recruiting/prolific/page.html"
LISTS = "dashboard/recruiting/prolific/lists.html"


@require_safe
@study_page(Right.PAY)
def show_prolific(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """Which study it is there, what Prolific last said, and what was paid."""
    return _show(request, access)


@require_POST
@study_page(Right.RUN)
def save_task(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """Takes down which study it is, if Prolific says that it leads here."""
    form = TaskForm(request.POST)
    if form.is_valid():
        try:
            name_study(
                account=prolific_account(access.study),
                name=form.cleaned_data["task"],
                client=connect(),
                who=access.who,
                now=timezone.now(),
            )
        except StudyError as error:
            form.add_error("task", error.message)
        else:
            messages.success(request, "Prolific knows this study, and it leads here.")
            return redirect("dashboard:prolific", access.study.slug)
    return _show(request, access, task_form=form, form=form, status=400)


@require_POST
@study_page(Right.RUN)
def save_prolific_budget(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    account = prolific_account(access.study)
    form = ProlificBudgetForm(request.POST, currency=account.currency)
    if form.is_valid():
        budget = form.cleaned_data["budget"]
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
            return redirect("dashboard:prolific", access.study.slug)
    return _show(request, access, budget_form=form, form=form, status=400)


@require_POST
@study_page(Right.RUN)
def save_prolific_fee(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """Takes down what Prolific takes on top, also of a study that is frozen."""
    form = FeeForm(request.POST)
    if form.is_valid():
        try:
            amend_fee(
                study_id=access.study.pk,
                recruiter=PROLIFIC,
                percent=form.cleaned_data["fee_percent"],
                who=access.who,
                now=timezone.now(),
            )
        except StudyError as error:
            form.add_error("fee_percent", error.message)
        else:
            messages.success(request, "The fee is set.")
            return redirect("dashboard:prolific", access.study.slug)
    return _show(request, access, fee_form=form, form=form, status=400)


@require_POST
@study_page(Right.PAY)
def look_now(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """Asks Prolific at once; the server does so every two minutes anyway."""
    account, now = prolific_account(access.study), timezone.now()
    try:
        found = reconcile(account, client=connect(), now=now)
    except StudyError as error:
        messages.error(request, error.message)
    else:
        messages.success(request, _tell(len(found.submissions), found.n_freed))
    return redirect("dashboard:prolific", access.study.slug)


def _tell(n_submissions: int, n_freed: int) -> str:
    there = f"{n_submissions} submission{'' if n_submissions == 1 else 's'} at Prolific"
    freed = f"{n_freed} place{'' if n_freed == 1 else 's'} came free"
    return f"{there}; {freed if n_freed else 'no place came free'}."


@require_safe
@study_page(Right.PAY)
def show_lists(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """Whom to approve, and who gets more, to paste at Prolific."""
    form = BonusListForm(request.GET if "amount" in request.GET else None)
    is_asked = form.is_bound and form.is_valid()
    bonuses = bonus_list(access.study, **form.cleaned_data) if is_asked else ""
    context = {
        "approvals": approval_list(access.study),
        "bonuses": bonuses,
        "n_active": count_active(access.study, bonuses),
        "is_asked": is_asked,
        "form": form,
    }
    return show_study(request, access, Tab.RECRUITING, LISTS, context)


@require_POST
@study_page(Right.PAY)
def download_list(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """One of the two as a file, which is logged."""
    study, what = access.study, "approval list"
    if "amount" in request.POST:
        form, what = BonusListForm(request.POST), "bonus list"
        if not form.is_valid():
            raise InvalidError("Say for whom and how much.")
        text = bonus_list(study, **form.cleaned_data)
    else:
        text = approval_list(study)
    note_download(study, what=what, who=access.who, now=timezone.now())
    response = HttpResponse(f"{text}\n", content_type="text/csv; charset=utf-8")
    name = f"{study.slug}-{what.replace(' ', '-')}.csv"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _show(
    request: HttpRequest, access: StudyAccess, *, status: int = 200, **more: Any
) -> HttpResponse:
    account = prolific_account(access.study)
    currency, budget = account.currency, account.budget
    shown = about(access.study, account)
    context = {
        "account": account,
        "reward": say_amount(account.reward),
        **_tell_screen_out(access.study, account),
        "reports": sorted((k.lower(), n) for k, n in account.reported.items()),
        "spending": tell_spending(account),
        "payments": search_payments(
            request, access, list_payments(account), currency=currency
        ),
        "task_form": TaskForm(initial={"task": account.task}),
        "budget_form": ProlificBudgetForm(
            initial={"budget": budget}, currency=currency
        ),
        "fee_form": FeeForm(initial={"fee_percent": shown["fee_percent"]}),
        **shown,
        **more,
    }
    return show_study(request, access, Tab.RECRUITING, PAGE, context, status=status)


def _tell_screen_out(study: Study, account: RecruitingAccount) -> dict[str, Any]:
    """What Prolific pays there by itself, and whether the design promises the same."""
    paid, part = account.screen_out_reward, study.partial_pay_amount
    is_promised = study.pays_screened_out and part is not None
    return {
        "screen_out_reward": say_amount(paid) if paid else "",
        "is_other_part": is_promised and paid != (part or 0) * 100,
    }


def about(study: Study, account: RecruitingAccount) -> dict[str, Any]:
    """What every page on Prolific says at its top."""
    options = terms_of(study, PROLIFIC).options
    return {
        "is_configured": is_configured(),
        "is_stand_in": is_stand_in(),
        "takes_prolific": PROLIFIC in study.recruiters,
        "takes_workers": "mturk" in study.recruiters,
        "has_code": "code_completed" in options,
        "currency": account.currency,
        "fee_percent": f"{fee_percent_of(study, PROLIFIC).normalize():f}",
        "is_other_currency": bool(account.task) and account.currency != study.currency,
    }
