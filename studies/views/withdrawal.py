"""Stopping for good: keep the answers, or delete them."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from studies.errors import FinishedError, UnprovenError
from studies.models.session import Phase
from studies.services.links.finishing import find_assignment
from studies.services.session.serving import show_session
from studies.services.session.withdrawal import withdraw_session
from studies.services.tokens import read_session
from studies.views.notes import PROBLEMS
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
    try:
        if request.method == "POST" and choice in CHOICES:
            return _withdraw(token, keep_answers=CHOICES[choice])
        return _ask(request, token)
    except UnprovenError as error:
        return _refuse(request, token, error)


def _ask(request: HttpRequest, token: str) -> HttpResponse:
    context = show_session(token=token, now=timezone.now(), serve=False)
    if context.stranger_id is not None:
        raise UnprovenError
    if context.session.phase == Phase.COMPLETED:
        return to_session(token, note="finished")
    if context.session.erased_at is not None:
        return to_session(token)
    values = {
        "address": session_address(token),
        "session": context.session,
        "context": context,
        "is_over": context.session.has_ended,
        "has_not_chosen": request.method == "POST",
    }
    return page(request, "pages/withdraw.html", context.study, values)


def _refuse(request: HttpRequest, token: str, error: UnprovenError) -> HttpResponse:
    study = read_session(token, now=timezone.now()).study
    values = {"problem": PROBLEMS[error.code], "address": session_address(token)}
    return page(request, "pages/unproven.html", study, values, status=error.status)


def _withdraw(token: str, *, keep_answers: bool) -> HttpResponse:
    now = timezone.now()
    # Forgotten with the answers, but still to be handed in: the browser brings it.
    task = "" if keep_answers else find_assignment(token=token, now=now)
    try:
        withdraw_session(token=token, keep_answers=keep_answers, now=now)
    except FinishedError as error:
        return to_session(token, note=error.code)
    return to_session(token, task=task)
