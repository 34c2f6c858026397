"""The questions at the end."""

from dataclasses import asdict

from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils import timezone

from studies.errors import FaultyAnswersError
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
        answer_questionnaire(token=token, answers=answers, now=now)
    except FaultyAnswersError as error:
        context = show_session(token=token, now=now)
        questions = [
            {
                **asdict(question),
                "given": answers.get(question.id, ""),
                "fault": error.faults.get(question.id, ""),
            }
            for question in context.state.questionnaire or []
        ]
        return show_context(
            request, token, context, questions=questions, has_faults=True, status=400
        )
    return to_session(token)


def _read_answers(data: QueryDict) -> dict[str, str]:
    return {
        # PostgreSQL stores no NUL.
        name.removeprefix(FIELD): str(given).replace("\x00", "").strip()
        for name, given in data.items()
        if name.startswith(FIELD)
    }
