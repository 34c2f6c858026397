"""The questions before the cards and after them."""

from dataclasses import asdict

from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils import timezone

from studies.errors import FaultyAnswersError
from studies.models.session import Phase
from studies.services.participation.questionnaires import answer_questionnaire
from studies.services.session.serving import show_session
from studies.views.participant import session_action, to_session
from studies.views.session import show_context

FIELD = "q-"


@session_action
def answer(request: HttpRequest, token: str) -> HttpResponse:
    now = timezone.now()
    answers = _read_answers(request.POST)
    try:
        answer_questionnaire(
            token=token, answers=answers, now=now, phase=_read_phase(request.POST)
        )
    except FaultyAnswersError as error:
        context = show_session(token=token, now=now)
        questions = [
            {
                **asdict(question),
                "given": answers.get(question.id, ""),
                "chosen": _as_list(answers.get(question.id, [])),
                "fault": error.faults.get(question.id, ""),
            }
            for question in context.state.questionnaire or []
        ]
        return show_context(
            request, token, context, questions=questions, has_faults=True, status=400
        )
    return to_session(token)


def _as_list(given: str | list[str]) -> list[str]:
    return given if isinstance(given, list) else [given]


def _read_phase(data: QueryDict) -> Phase:
    """Which questions a form is about; a form that does not say is of the last ones."""
    is_before = data.get("phase") == Phase.QUESTIONS_BEFORE
    return Phase.QUESTIONS_BEFORE if is_before else Phase.QUESTIONNAIRE


def _read_answers(data: QueryDict) -> dict[str, str | list[str]]:
    """One text each, or a list where several were chosen."""
    read: dict[str, str | list[str]] = {}
    for name in data:
        if name.startswith(FIELD):
            # PostgreSQL stores no NUL.
            given = [
                str(each).replace("\x00", "").strip() for each in data.getlist(name)
            ]
            read[name.removeprefix(FIELD)] = given if len(given) > 1 else given[0]
    return read
