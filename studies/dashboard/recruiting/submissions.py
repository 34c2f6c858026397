"""Submissions: what workers handed in, and what is decided about it."""

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
from studies.dashboard.recruiting.forms import (
    ApproveForm,
    BonusForm,
    JoinForm,
    RejectForm,
    ReverseForm,
)
from studies.dashboard.recruiting.lists import search_missing, search_submissions
from studies.dashboard.recruiting.page import about
from studies.dashboard.recruiting.showing import (
    tell_before,
    tell_payment,
    unpaid_purposes,
    usual_bonus,
)
from studies.errors import NotFoundError, StudyError
from studies.models.ledger import PaymentPurpose
from studies.services.recruiting.deadlines import list_deadlines
from studies.services.recruiting.joining import join_submission
from studies.services.recruiting.judging import (
    approve_submissions,
    find_submissions,
    is_reversible,
    pay_bonus,
    reject_submission,
    reverse_rejection,
)
from studies.services.recruiting.reconciling import reconcile
from studies.services.recruiting.requester import connect, mturk_account
from studies.services.team.rights import Right, StudyAccess

LIST = "dashboard/recruiting/submissions.html"
ONE = "dashboard/recruiting/submission.html"
UNAVAILABLE = "dashboard/recruiting/unavailable.html"
MOST_AT_ONCE = 200
# Both are on one page, and both have a reason.
REJECT_IDS, BONUS_IDS, REVERSE_IDS = "reject_%s", "bonus_%s", "reverse_%s"


@require_http_methods(["GET", "HEAD", "POST"])
@study_page(Right.PAY)
def show_submissions(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """Everything handed in, held against our codes; those ticked are approved."""
    is_sent = request.method == "POST"
    ticked = request.POST.getlist("assignment")[:MOST_AT_ONCE]
    form = ApproveForm(request.POST if is_sent else None, assignments=ticked)
    if is_sent and form.is_valid() and _approve(request, access, form):
        return redirect("dashboard:submissions", access.study.slug)
    try:
        found = reconcile(
            mturk_account(access.study), requester=connect(), now=timezone.now()
        )
    except StudyError as error:
        return _unavailable(request, access, error)
    payable = {each.assignment for each in found.payable}
    context = {
        "form": form,
        "submissions": search_submissions(request, access, found.submissions),
        "deadlines": list_deadlines(access.study),
        "missing": search_missing(request, access, found.missing),
        "ticked": set(ticked) if is_sent else payable,
        "has_open": any(each.is_open for each in found.submissions),
        **about(access.study),
    }
    status = 400 if form.errors else 200
    return show_study(request, access, Tab.RECRUITING, LIST, context, status=status)


def _approve(request: HttpRequest, access: StudyAccess, form: ApproveForm) -> bool:
    if not form.assignments:
        form.add_error(None, "Tick somebody first.")
        return False
    try:
        judged = approve_submissions(
            assignments=form.assignments,
            confirmed=form.cleaned_data["confirm"],
            **_who(access),
        )
    except StudyError as error:
        form.refuse(error)
        return False
    if judged.n_paid:
        messages.success(request, f"{judged.n_paid} approved and paid.")
    if judged.n_before:
        messages.info(request, tell_before(judged.n_before))
    for fault in judged.faults:
        messages.error(request, fault)
    return True


@require_safe
@study_page(Right.PAY)
def show_submission(
    request: HttpRequest, access: StudyAccess, assignment: str
) -> HttpResponse:
    """One submission, to be rejected or paid more."""
    return _show_one(request, access, assignment)


@require_POST
@study_page(Right.PAY)
def reject(request: HttpRequest, access: StudyAccess, assignment: str) -> HttpResponse:
    form = RejectForm(request.POST, auto_id=REJECT_IDS)
    if form.is_valid():
        try:
            reject_submission(
                assignment=assignment,
                reason=form.cleaned_data["reason"],
                confirmed=form.cleaned_data["confirm"],
                **_who(access),
            )
        except StudyError as error:
            form.refuse(error)
        else:
            messages.success(request, "Rejected; the worker is told why.")
            return redirect("dashboard:submissions", access.study.slug)
    return _show_one(request, access, assignment, form=form, reject_form=form)


@require_POST
@study_page(Right.PAY)
def reverse(request: HttpRequest, access: StudyAccess, assignment: str) -> HttpResponse:
    """Pays what was rejected, once its sum was typed."""
    form, asked = ReverseForm(request.POST, auto_id=REVERSE_IDS), _who(access)
    if form.is_valid():
        typed = form.cleaned_data["confirm"]
        try:
            paid = reverse_rejection(assignment=assignment, confirmed=typed, **asked)
        except StudyError as error:
            form.refuse(error)
        else:
            messages.success(request, tell_payment(paid, since=asked["now"]))
            return redirect("dashboard:submissions", access.study.slug)
    return _show_one(request, access, assignment, form=form, reverse_form=form)


@require_POST
@study_page(Right.PAY)
def join(request: HttpRequest, access: StudyAccess, assignment: str) -> HttpResponse:
    """Says whose it is, where its worker typed a wrong code."""
    form = JoinForm(request.POST)
    if form.is_valid():
        code = form.cleaned_data["code"]
        try:
            join_submission(assignment=assignment, code=code, **_who(access))
        except StudyError as error:
            form.add_error("code", error.message)
        else:
            messages.success(request, "Joined: what is paid for it settles this code.")
            return redirect("dashboard:submission", access.study.slug, assignment)
    return _show_one(request, access, assignment, form=form, join_form=form)


@require_POST
@study_page(Right.PAY)
def bonus(request: HttpRequest, access: StudyAccess, assignment: str) -> HttpResponse:
    form = BonusForm(request.POST, auto_id=BONUS_IDS)
    if form.is_valid():
        given, asked = form.cleaned_data, _who(access)
        try:
            paid = pay_bonus(
                assignment=assignment,
                purpose=given["purpose"],
                amount=given["amount"],
                reason=given["reason"],
                confirmed=given["confirm"],
                **asked,
            )
        except StudyError as error:
            form.refuse(error)
        else:
            messages.success(request, tell_payment(paid, since=asked["now"]))
            return redirect("dashboard:submissions", access.study.slug)
    return _show_one(request, access, assignment, form=form, bonus_form=form)


def _show_one(
    request: HttpRequest, access: StudyAccess, assignment: str, **forms: Any
) -> HttpResponse:
    account = mturk_account(access.study)
    try:
        (submission,) = find_submissions(account, [assignment], connect())
    except NotFoundError:
        raise
    except StudyError as error:
        return _unavailable(request, access, error)
    unpaid = unpaid_purposes(submission.payments, submission.owed)
    more = BonusForm(
        auto_id=BONUS_IDS, initial=usual_bonus(submission.session, submission.owed)
    )
    more.keep(unpaid)
    context = {
        "submission": submission,
        "may_pay_more": bool(unpaid),
        "may_pay_part": PaymentPurpose.PARTIAL in unpaid,
        "join_form": JoinForm(),
        "reject_form": RejectForm(auto_id=REJECT_IDS),
        "reverse_form": ReverseForm(auto_id=REVERSE_IDS),
        "is_reversible": is_reversible(submission, now=timezone.now()),
        "bonus_form": more,
        **about(access.study),
        **forms,
    }
    status = 400 if forms else 200
    return show_study(request, access, Tab.RECRUITING, ONE, context, status=status)


def _who(access: StudyAccess) -> dict[str, Any]:
    """What every decision needs."""
    return {
        "account": mturk_account(access.study),
        "who": access.who,
        "requester": connect(),
        "now": timezone.now(),
    }


def _unavailable(
    request: HttpRequest, access: StudyAccess, error: StudyError
) -> HttpResponse:
    context = {"message": error.message, **about(access.study)}
    return show_study(
        request, access, Tab.RECRUITING, UNAVAILABLE, context, status=error.status
    )
