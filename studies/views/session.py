"""A participant's one address: always the page they are on."""

import math
import secrets
from typing import Any

from csp.constants import HEADER as POLICY_HEADER
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect

from studies.models import Study
from studies.phases import QUESTION_PAGES, Page
from studies.prefetching import is_real_look
from studies.recruitment import Finish
from studies.services.links.finishing import find_finish
from studies.services.markdown import render_markdown
from studies.services.session.serving import show_session
from studies.services.session.showing.page_context import PageContext
from studies.views.faces import Face
from studies.views.forms import ANSWER_FIELD
from studies.views.notes import NOTES
from studies.views.participant import (
    page,
    participant_page,
    policy_with_forms_to,
    session_address,
    swap,
    swaps,
    to_session,
)

STAGE_PAGES = (Page.CARD, Page.REVIEW)
TEMPLATES = {page: page.value for page in Page} | {
    Page.QUESTIONS_BEFORE: Page.QUESTIONNAIRE.value
}
# Those who did not finish read here what it was about.
LEFT_PAGES = (Page.WITHDRAWN, Page.SCREENED_OUT, Page.CLOSED)
# Nothing comes after them, though the session has not ended.
ENDS = (Page.CLOSED, Page.STOPPED)


@require_safe
@participant_page
def show(request: HttpRequest, token: str) -> HttpResponse:
    now = timezone.now()
    context = show_session(
        token=token,
        now=now,
        serve=is_real_look(request.method, request.headers),
        paused="paused" in request.GET,
        greets=True,
    )
    note = "welcome_back" if context.was_away else request.GET.get("note", "")
    begun = context.study.slug if "begun" in request.GET else ""
    task = request.GET.get("task", "")
    return show_context(request, token, context, note=note, begun=begun, task=task)


@require_safe
@participant_page
def go_back(request: HttpRequest, token: str) -> HttpResponse:
    """To the recruiter: no page holds the address, and the code in it, before."""
    finish = find_finish(token=token, now=timezone.now())
    if finish.is_preview or not finish.is_redirect:
        return to_session(token)
    return HttpResponse(status=303, headers={"Location": finish.address})


def show_context(
    request: HttpRequest,
    token: str,
    context: PageContext,
    *,
    note: str = "",
    status: int = 200,
    is_practice: bool = False,
    task: str = "",
    **more: Any,
) -> HttpResponse:
    """The page of ``context``, or of a card just what a swap takes."""
    state, address, said = context.state, session_address(token), NOTES.get(note, "")
    is_paused = state.page in STAGE_PAGES and not (state.card or state.review)
    values = {
        "address": address,
        "state": state,
        "context": context,
        "session": context.session,
        "note": said,
        "is_over": context.session.has_ended or state.page in ENDS,
    }
    if state.page in STAGE_PAGES and not is_paused:
        face = Face(context, address, new_field_name(), said, is_practice)
        if swaps(request):
            return swap(context.study, face)
        values |= {**face.frame, **face.blanks}
    values |= {**_extras(context, token, task), **more}
    template = f"pages/{'paused' if is_paused else TEMPLATES[state.page]}.html"
    return _show_page(request, template, context.study, values, status=status)


def _show_page(
    request: HttpRequest,
    template: str,
    study: Study,
    values: dict[str, Any],
    *,
    status: int,
) -> HttpResponse:
    """A page that no swap takes in parts; one with a form for the recruiter is loaded,
    since it would be swapped in under the policy of a page that has none."""
    finish: Finish = values.get("finish", Finish())
    if finish.is_form and swaps(request):
        return HttpResponseClientRedirect(values["address"])
    response = page(request, template, study, values, status=status)
    if finish.is_form:
        response[POLICY_HEADER] = policy_with_forms_to(finish.hosts)
    return response


def new_field_name() -> str:
    """A name no earlier card had, so that a browser offers no earlier answers."""
    return ANSWER_FIELD + secrets.token_hex(4)


def _extras(context: PageContext, token: str, task: str) -> dict[str, Any]:
    state = context.state
    if state.page in STAGE_PAGES:
        return {"refresh_after": _refresh_after(context)}
    if state.page in QUESTION_PAGES:
        return {"questions": state.questionnaire}
    if state.page == Page.DEBRIEF:
        return {"debrief": render_markdown(context.settings.debrief_text)}
    extras: dict[str, Any] = {}
    if context.session.has_ended:
        extras["finish"] = find_finish(token=token, now=timezone.now(), assignment=task)
    if state.page in LEFT_PAGES:
        extras["debrief"] = render_markdown(context.settings.debrief_of_leavers)
    return extras


def _refresh_after(context: PageContext) -> int | None:
    """When a page without JavaScript looks again: the time is over then."""
    state, left, grace = context.state, None, context.settings.grace_seconds
    if state.card is not None:
        left = state.card.seconds_left
    if state.review is not None:
        left, grace = state.review.seconds_left or None, 0
    return None if left is None else math.ceil(left + grace) + 1
