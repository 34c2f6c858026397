"""Submissions at Prolific: who handed in what, and what is decided about it."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from studies.dashboard.navigation import Tab
from studies.dashboard.pages import show_study, study_page
from studies.dashboard.recruiting.lists import search_theirs, search_unclaimed
from studies.dashboard.recruiting.prolific import about
from studies.dashboard.recruiting.prolific_forms import (
    ApprovalForm,
    ProlificBonusForm,
)
from studies.dashboard.recruiting.showing import (
    tell_before,
    tell_payment,
    unpaid_purposes,
    usual_bonus,
)
from studies.errors import NotFoundError, StudyError
from studies.models.ledger import PaymentPurpose
from studies.services.recruiting.prolific.client import connect, prolific_account
from studies.services.recruiting.prolific.judging import (
    approve_submissions,
    find_submissions,
    pay_bonus,
)
from studies.services.recruiting.prolific.reconciling import reconcile
from studies.services.team.rights import Right, StudyAccess

LIST = "dashboard/recruiting/prolific/submissions.html"
ONE = "dashboard/recruiting/prolific/submission.html"
UNAVAILABLE = "dashboard/recruiting/prolific/unavailable.html"
# As many as Prolific wants to be sent at once.
MOST_AT_ONCE = 1000


@require_http_methods(["GET", "HEAD", "POST"])
@study_page(Right.PAY)
def show_prolific_submissions(
    request: HttpRequest, access: StudyAccess
) -> HttpResponse:
    """Everything handed in, held against our sessions; those ticked are approved."""
    is_sent = request.method == "POST"
    ticked = request.POST.getlist("submission")[:MOST_AT_ONCE]
    form = ApprovalForm(request.POST if is_sent else None)
    if is_sent and form.is_valid() and _approve(request, access, form, ticked):
        return redirect("dashboard:prolific_submissions", access.study.slug)
    account = prolific_account(access.study)
    try:
        found = reconcile(account, client=connect(), now=timezone.now())
    except StudyError as error:
        return _unavailable(request, access, error)
    payable = {each.id for each in found.payable}
    context = {
        "form": form,
        "submissions": search_theirs(request, access, found.submissions),
        "unclaimed": search_unclaimed(request, access, found.unclaimed),
        "ticked": set(ticked) if is_sent else payable,
        "has_open": any(each.is_open for each in found.submissions),
        **about(access.study, account),
    }
    status = 400 if form.errors else 200
    return show_study(request, access, Tab.RECRUITING, LIST, context, status=status)


def _approve(
    request: HttpRequest, access: StudyAccess, form: ApprovalForm, ids: list[str]
) -> bool:
    if not ids:
        form.add_error(None, "Tick somebody first.")
        return False
    try:
        judged = approve_submissions(
            ids=ids, confirmed=form.cleaned_data["confirm"], **_who(access)
        )
    except StudyError as error:
        form.refuse(error)
        return False
    n_waiting = judged.n_sent - judged.n_paid
    if judged.n_sent:
        messages.success(request, f"{judged.n_paid} approved and paid.")
    if judged.n_before:
        messages.info(request, tell_before(judged.n_before))
    if n_waiting:
        messages.info(request, f"{n_waiting} sent; Prolific takes some minutes.")
    return True


@require_safe
@study_page(Right.PAY)
def show_prolific_submission(
    request: HttpRequest, access: StudyAccess, submission: str
) -> HttpResponse:
    """One submission, to be paid more."""
    return _show_one(request, access, submission)


@require_POST
@study_page(Right.PAY)
def prolific_bonus(
    request: HttpRequest, access: StudyAccess, submission: str
) -> HttpResponse:
    currency = prolific_account(access.study).currency
    form = ProlificBonusForm(request.POST, currency=currency)
    if form.is_valid():
        given, asked = form.cleaned_data, _who(access)
        try:
            paid = pay_bonus(
                submission_id=submission,
                purpose=given["purpose"],
                amount=given["amount"],
                confirmed=given["confirm"],
                **asked,
            )
        except StudyError as error:
            form.refuse(error)
        else:
            messages.success(request, tell_payment(paid, since=asked["now"]))
            return redirect("dashboard:prolific_submissions", access.study.slug)
    return _show_one(request, access, submission, form=form)


def _show_one(
    request: HttpRequest,
    access: StudyAccess,
    submission: str,
    form: ProlificBonusForm | None = None,
) -> HttpResponse:
    account = prolific_account(access.study)
    try:
        (found,) = find_submissions(account, [submission], connect())
    except NotFoundError:
        raise
    except StudyError as error:
        return _unavailable(request, access, error)
    unpaid = unpaid_purposes(found.payments, found.owed)
    more = ProlificBonusForm(
        currency=account.currency, initial=usual_bonus(found.session, found.owed)
    )
    more.keep(unpaid)
    context = {
        "submission": found,
        "may_pay_more": bool(unpaid),
        "may_pay_part": PaymentPurpose.PARTIAL in unpaid,
        "form": form or more,
        **about(access.study, account),
    }
    status = 400 if form else 200
    return show_study(request, access, Tab.RECRUITING, ONE, context, status=status)


def _who(access: StudyAccess) -> dict[str, Any]:
    """What every decision needs."""
    return {
        "account": prolific_account(access.study),
        "who": access.who,
        "client": connect(),
        "now": timezone.now(),
    }


def _unavailable(
    request: HttpRequest, access: StudyAccess, error: StudyError
) -> HttpResponse:
    context = {"message": error.message}
    return show_study(
        request, access, Tab.RECRUITING, UNAVAILABLE, context, status=error.status
    )
