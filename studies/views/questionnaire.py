"""The questions at the end."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from studies.errors import InvalidError
from studies.limits import MAX_QUESTIONNAIRE_TEXT
from studies.services.participation.questionnaires import answer_questionnaire
from studies.services.session.lock import read_session
from studies.services.session.serving import show_session
from studies.services.session.settings import settings_of
from studies.views.participant import session_action, to_session
from studies.views.session import show_context


@session_action
def answer(request: HttpRequest, token: str) -> HttpResponse:
    now = timezone.now()
    items = settings_of(read_session(token, now=now)).questionnaire
    answers = {item["id"]: _given(request, item["id"]) for item in items}
    try:
        answer_questionnaire(token=token, answers=answers, now=now)
    except InvalidError:
        context = show_session(token=token, now=now)
        return show_context(
            request,
            token,
            context,
            questions=[_question(item, answers[item["id"]]) for item in items],
            has_faults=True,
            status=400,
        )
    return to_session(token)


def _given(request: HttpRequest, name: str) -> str:
    # PostgreSQL stores no NUL.
    return str(request.POST.get(f"q-{name}", "")).replace("\x00", "").strip()


def _question(item: dict[str, Any], given: str) -> dict[str, Any]:
    is_missing = item.get("required") and not given
    is_odd = given and item["kind"] != "text" and given not in item["options"]
    is_long = len(given) > MAX_QUESTIONNAIRE_TEXT
    return {**item, "given": given, "fault": bool(is_missing or is_odd or is_long)}
