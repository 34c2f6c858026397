"""Answering cards, and going on."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from studies.errors import InvalidError
from studies.models.response import Outcome
from studies.models.session import Phase
from studies.phases import Page
from studies.services.session.advancing import continue_session
from studies.services.session.answering import answer_card
from studies.services.session.serving import take_card_back
from studies.services.session.state import State
from studies.views.forms import AnswerForm
from studies.views.participant import session_action, to_session


@session_action
def answer(request: HttpRequest, token: str) -> HttpResponse:
    now = timezone.now()
    form = AnswerForm.of(request.POST)
    if not form.is_valid():
        raise InvalidError
    state = answer_card(token=token, submission=form.submission(), now=now)
    note = "right" if _is_right_without_review(state) else ""
    return to_session(token, note=note, paused=form.cleaned_data["paused"])


def _is_right_without_review(state: State) -> bool:
    is_right = state.receipt is not None and state.receipt.outcome == Outcome.CORRECT
    return is_right and state.phase == Phase.LEARNING and state.page == Page.CARD


@session_action
def show_again(request: HttpRequest, token: str) -> HttpResponse:
    now = timezone.now()
    form = AnswerForm.of(request.POST)
    if not form.is_valid():
        raise InvalidError
    key = form.submission()
    take_card_back(token=token, phase=key.phase, step=key.step, now=now)
    return to_session(token)


@session_action
def go_on(request: HttpRequest, token: str) -> HttpResponse:
    continue_session(token=token, now=timezone.now())
    return to_session(token)
