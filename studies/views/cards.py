"""Answering cards, and going on."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from studies.models.response import Outcome
from studies.models.session import Phase
from studies.phases import Page
from studies.services.session.answering import answer_card
from studies.services.session.continuing import continue_session
from studies.services.session.serving import take_card_back
from studies.services.session.showing.state import State
from studies.views.forms import read_key, read_page_key, read_submission
from studies.views.participant import session_action, swaps, to_session
from studies.views.session import show_context


@session_action
def answer(request: HttpRequest, token: str) -> HttpResponse:
    now = timezone.now()
    submission = read_submission(request.POST)
    is_paused = bool(request.POST.get("paused"))
    serve = swaps(request) and not is_paused
    context = answer_card(token=token, submission=submission, now=now, serve=serve)
    note = "right" if _is_right_without_review(context.state) else ""
    if swaps(request):
        return show_context(request, token, context, note=note)
    return to_session(token, note=note, paused=is_paused)


def _is_right_without_review(state: State) -> bool:
    is_right = state.receipt is not None and state.receipt.outcome == Outcome.CORRECT
    return is_right and state.phase == Phase.LEARNING and state.page == Page.CARD


@session_action
def show_again(request: HttpRequest, token: str) -> HttpResponse:
    now = timezone.now()
    phase, step = read_key(request.POST)
    take_card_back(token=token, phase=phase, step=step, now=now)
    return to_session(token)


@session_action
def go_on(request: HttpRequest, token: str) -> HttpResponse:
    now, serve = timezone.now(), swaps(request)
    leaving = read_page_key(request.POST)
    context = continue_session(token=token, leaving=leaving, now=now, serve=serve)
    if swaps(request):
        return show_context(request, token, context)
    return to_session(token)
