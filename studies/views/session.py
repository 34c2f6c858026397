"""A participant's one address: always the page they are on."""

import math
import secrets
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from studies.models import Study, TeachingSession
from studies.phases import Page
from studies.prefetching import is_real_look
from studies.services.markdown import render_markdown
from studies.services.session.cards import limit_of
from studies.services.session.page_context import page_context_of
from studies.services.session.serving import show_session
from studies.services.session.settings import settings_of
from studies.services.session.state import State
from studies.services.tokens import read_session
from studies.views.forms import ANSWER_FIELD
from studies.views.notes import NOTES
from studies.views.participant import page, participant_page

STAGE_PAGES = (Page.CARD, Page.REVIEW)


@require_safe
@participant_page
def show(request: HttpRequest, token: str) -> HttpResponse:
    now = timezone.now()
    was_away = read_session(token, now=now).is_away
    state = show_session(
        token=token,
        now=now,
        serve=is_real_look(request.method, request.headers),
        paused=was_away or "paused" in request.GET,
    )
    session = read_session(token, now=now)
    note = "welcome_back" if was_away else request.GET.get("note", "")
    return show_state(request, token, session, state, note=note)


def show_state(
    request: HttpRequest,
    token: str,
    session: TeachingSession,
    state: State,
    *,
    note: str = "",
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    """The page of ``state``."""
    is_paused = state.page == Page.CARD and state.card is None
    context = {
        "token": token,
        "state": state,
        "context": page_context_of(session),
        "session": session,
        "note": NOTES.get(note, ""),
        "is_stage": state.page in STAGE_PAGES and not is_paused,
        "field": new_field_name(),
        **_extras(session, state),
        **more,
    }
    name = "paused" if is_paused else state.page
    return page(request, f"pages/{name}.html", session.study, context, status=status)


def new_field_name() -> str:
    """A name no earlier card had, so that a browser offers no earlier answers."""
    return ANSWER_FIELD + secrets.token_hex(4)


def _extras(session: TeachingSession, state: State) -> dict[str, Any]:
    if state.page in (Page.CARD, Page.REVIEW, Page.INTRODUCTION):
        return _timing(session, state)
    if state.page == Page.QUESTIONNAIRE:
        return {"questions": state.questionnaire}
    if state.page == Page.DEBRIEF:
        return {"debrief": render_markdown(session.settings["debrief_text"])}
    if state.page == Page.COMPLETED:
        return {"way_back": _way_back(session.study, state.completion_code or "")}
    if state.page == Page.INSTRUCTIONS:
        deck = session.study.deck_version
        return {"has_practice": deck.concepts.filter(is_practice=True).exists()}
    return {}


def _way_back(study: Study, code: str) -> str:
    address = study.completion_url
    is_web = address.startswith(("https://", "http://"))
    return address.replace("{code}", code) if is_web else ""


def _timing(session: TeachingSession, state: State) -> dict[str, Any]:
    settings = settings_of(session)
    limit = limit_of(session, settings, state.phase)
    left, grace = None, settings.grace_seconds
    if state.card is not None:
        left = state.card.seconds_left
    if state.review is not None:
        left, grace = state.review.seconds_left or None, 0
    return {
        "limit": limit and limit.total_seconds(),
        # Without JavaScript the page looks again when the time is over.
        "refresh_after": None if left is None else math.ceil(left + grace) + 1,
    }
