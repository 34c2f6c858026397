"""Paid by hand: noting it for one person, and taking it back."""

from decimal import Decimal
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from studies.dashboard.design.fields import Money
from studies.dashboard.navigation import Tab
from studies.dashboard.pages import show_study, study_page
from studies.errors import StudyError, UnconfirmedError
from studies.services.owing import Owed
from studies.services.people.hand_payments import (
    LONGEST_NOTE,
    find_claim,
    mark_paid,
    tell_known,
    undo_payment,
)
from studies.services.people.identities import look_at_identities
from studies.services.team.rights import Right, StudyAccess

TEMPLATE = "dashboard/payments/hand.html"


class HandPaymentForm(forms.Form):
    amount = Money(label="Amount")
    paid_on = forms.DateField(
        label="Paid on", widget=forms.DateInput(attrs={"type": "date"})
    )
    note = forms.CharField(
        label="Note",
        required=False,
        max_length=LONGEST_NOTE,
        help_text="Such as: cash in the lab, receipt 12. Name no names.",
    )

    # The sum as it was asked back; sending it again says that it is right.
    confirmed = forms.CharField(required=False, widget=forms.HiddenInput)
    # Nothing is wrong then: a doubt is told.
    question = ""

    def __init__(self, *args: Any, owed: Owed, **options: Any) -> None:
        today = timezone.now().date().isoformat()
        left = owed.left or Decimal(0)
        options["initial"] = {"amount": f"{left:.2f}" if left else "", "paid_on": today}
        super().__init__(*args, **options)
        self.fields["amount"].label = f"Amount in {owed.currency}"

    def ask_back(self, error: UnconfirmedError) -> None:
        """Let the next press of the button mean that the sum is right."""
        self.data = {**dict(self.data.items()), "confirmed": error.expected}
        self.question = error.message


@require_http_methods(["GET", "HEAD", "POST"])
@study_page(Right.PAY)
def show_hand_payment(
    request: HttpRequest, access: StudyAccess, code_pk: int
) -> HttpResponse:
    """One claim, to be marked as paid, with what was noted of it before."""
    claim = find_claim(access.study, code_pk)
    is_sent = request.method == "POST"
    form = HandPaymentForm(request.POST if is_sent else None, owed=claim.owed)
    if is_sent and form.is_valid() and _mark(request, access, code_pk, form):
        return redirect("dashboard:payments", access.study.slug)
    if claim.label and access.allows(Right.SEE_IDENTITIES):
        look_at_identities(
            study=access.study,
            sessions=[claim.session],
            who=access.who,
            now=timezone.now(),
        )
    context = {"claim": claim, "form": form}
    status = 400 if form.errors or form.question else 200
    return show_study(request, access, Tab.PAYMENTS, TEMPLATE, context, status=status)


def _mark(
    request: HttpRequest, access: StudyAccess, code_pk: int, form: HandPaymentForm
) -> bool:
    now = timezone.now()
    try:
        payment = mark_paid(
            study=access.study,
            code_pk=code_pk,
            who=access.who,
            now=now,
            **form.cleaned_data,
        )
    except UnconfirmedError as error:
        form.ask_back(error)
        return False
    except StudyError as error:
        form.add_error(None, error.message)
        return False
    if payment.at < now:
        messages.info(request, tell_known(payment))
    else:
        messages.success(request, "Marked as paid by hand.")
    return True


@require_POST
@study_page(Right.PAY)
def undo_hand_payment(
    request: HttpRequest, access: StudyAccess, payment_pk: int
) -> HttpResponse:
    try:
        undo_payment(
            study=access.study, pk=payment_pk, who=access.who, now=timezone.now()
        )
    except StudyError as error:
        messages.error(request, error.message)
    else:
        messages.success(request, "Taken back: they are owed it again.")
    return redirect("dashboard:payments", access.study.slug)
