"""Stopping for good: keep the answers, or delete them."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from studies.errors import FinishedError
from studies.models.session import Phase
from studies.services.session.serving import show_session
from studies.services.session.withdrawal import withdraw_session
from studies.services.tokens import require_proof
from studies.views.participant import (
    page,
    participant_page,
    session_address,
    to_session,
)

CHOICES = {"keep": True, "delete": False}


@participant_page
def withdraw(request: HttpRequest, token: str) -> HttpResponse:
    choice = request.POST.get("answers", "")
    if request.method == "POST" and choice in CHOICES:
        return _withdraw(token, keep_answers=CHOICES[choice])
    context = show_session(token=token, now=timezone.now(), serve=False)
    require_proof(token)
    if context.session.phase == Phase.COMPLETED:
        return to_session(token, note="finished")
    values = {
        "address": session_address(token),
        "session": context.session,
        "context": context,
        "is_over": context.session.has_ended,
        "has_not_chosen": request.method == "POST",
    }
    return page(request, "pages/withdraw.html", context.study, values)


def _withdraw(token: str, *, keep_answers: bool) -> HttpResponse:
    try:
        withdraw_session(token=token, keep_answers=keep_answers, now=timezone.now())
    except FinishedError as error:
        return to_session(token, note=error.code)
    return to_session(token)
