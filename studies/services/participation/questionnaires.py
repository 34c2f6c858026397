"""The questions at the end."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from studies.errors import FaultyAnswersError, WrongPageError
from studies.limits import MAX_QUESTIONNAIRE_TEXT
from studies.models import QuestionnaireAnswer
from studies.models.log import LogKind
from studies.models.session import Phase
from studies.phases import next_phase
from studies.services.session.advancing import enter_phase
from studies.services.session.lock import LockedSession, lock_session
from studies.services.session.page_context import PageContext, context_of

_AFTERWARDS = (Phase.RESULT, Phase.DEBRIEF, Phase.COMPLETED)


def answer_questionnaire(
    *, token: str, answers: Mapping[str, object], now: datetime
) -> PageContext:
    """Store the answers and go on; sent twice, the first ones hold."""
    with lock_session(token=token, now=now) as locked:
        if locked.session.phase not in _AFTERWARDS:
            locked.require_running()
            _store(locked, answers)
            enter_phase(locked, next_phase(locked.session.phase))
        context = context_of(locked)
    return context


def _store(locked: LockedSession, answers: Mapping[str, object]) -> None:
    if locked.session.phase != Phase.QUESTIONNAIRE:
        raise WrongPageError
    clean = check_answers(locked.settings.questionnaire, answers)
    QuestionnaireAnswer.objects.bulk_create(
        QuestionnaireAnswer(session=locked.session, item=item, value=value)
        for item, value in clean.items()
    )
    locked.log_given(LogKind.ANSWERED_QUESTIONS, answers=clean)


def check_answers(
    items: list[dict[str, Any]], answers: Mapping[str, object]
) -> dict[str, str]:
    """The answers as text, or an error that names every question in trouble."""
    unknown = set(answers) - {item["id"] for item in items}
    faults = dict.fromkeys(sorted(unknown), "there is no such question")
    clean = {}
    for item in items:
        value = answers.get(item["id"])
        fault = _fault(item, value)
        if fault:
            faults[item["id"]] = fault
        elif value not in (None, ""):
            clean[item["id"]] = str(value)
    if faults:
        raise FaultyAnswersError(faults)
    return clean


def _fault(item: dict[str, Any], value: object) -> str:
    if value in (None, ""):
        return "please answer this" if item.get("required") else ""
    if item["kind"] == "text":
        return _text_fault(value)
    allowed = [str(option) for option in item.get("options", [])]
    is_plain = isinstance(value, str | int) and not isinstance(value, bool)
    return "" if is_plain and str(value) in allowed else "choose one of the options"


def _text_fault(value: object) -> str:
    if not isinstance(value, str):
        return "must be a text"
    return (
        f"at most {MAX_QUESTIONNAIRE_TEXT} characters"
        if len(value) > MAX_QUESTIONNAIRE_TEXT
        else ""
    )
