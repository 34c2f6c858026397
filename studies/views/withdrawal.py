"""Stopping for good: keep the answers, or delete them."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from studies.errors import FinishedError
from studies.models.session import Phase
from studies.services.session.page_context import page_context_of
from studies.services.session.withdrawal import withdraw_session
from studies.services.tokens import read_session
from studies.views.participant import page, participant_page, to_session

CHOICES = {"keep": True, "delete": False}


@participant_page
def withdraw(request: HttpRequest, token: str) -> HttpResponse:
    now = timezone.now()
    choice = request.POST.get("answers", "")
    if request.method == "POST" and choice in CHOICES:
        return _withdraw(token, keep_answers=CHOICES[choice])
    session = read_session(token, now=now)
    if session.phase == Phase.COMPLETED:
        return to_session(token, note="finished")
    context = {
        "token": token,
        "session": session,
        "context": page_context_of(session),
        "has_not_chosen": request.method == "POST",
    }
    return page(request, "pages/withdraw.html", session.study, context)


def _withdraw(token: str, *, keep_answers: bool) -> HttpResponse:
    try:
        withdraw_session(token=token, keep_answers=keep_answers, now=timezone.now())
    except FinishedError as error:
        return to_session(token, note=error.code)
    return to_session(token)
