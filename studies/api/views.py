"""The participant's journey as JSON: parse, read the clock once, call, answer."""

from dataclasses import asdict
from typing import Any

from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from studies.api import schema
from studies.api import serializers as shapes
from studies.models.session import Phase
from studies.phases import PageKey
from studies.prefetching import is_real_look
from studies.recruitment import Arrival
from studies.services.enrolment.devices import classify_device
from studies.services.enrolment.joining import join_study
from studies.services.participation.events import Event, store_events
from studies.services.participation.questionnaires import answer_questionnaire
from studies.services.session.answering import answer_card
from studies.services.session.continuing import continue_session
from studies.services.session.serving import show_session
from studies.services.session.showing.page_context import PageContext
from studies.services.session.submission import Submission
from studies.services.session.withdrawal import withdraw_session
from studies.visitors import origin_of


class ParticipantView(APIView):
    """No cookies, no cache: the token in the address is the only key."""

    def finalize_response(
        self, request: Request, response: Any, *args: Any, **kwargs: Any
    ) -> Any:
        response = super().finalize_response(request, response, *args, **kwargs)
        response["Cache-Control"] = "no-store"
        return response


def _parse(kind: type[serializers.Serializer[Any]], request: Request) -> dict[str, Any]:
    serializer = kind(data=request.data)
    serializer.is_valid(raise_exception=True)
    data: dict[str, Any] = serializer.validated_data
    return data


def _state(context: PageContext) -> Response:
    return Response(asdict(context.state))


class SessionsView(ParticipantView):
    @schema.JOIN
    def post(self, request: Request) -> Response:
        now = timezone.now()
        data = _parse(shapes.JoinSerializer, request)
        arrival = Arrival(**data.get("recruiter", {}))
        joined = join_study(
            slug=data["study"],
            consent=data["consent"],
            arrival=arrival,
            now=now,
            is_of_age=data["is_of_age"],
            device=classify_device(
                user_agent=request.headers.get("User-Agent", ""),
                **data.get("device", {}),
            ),
            origin=origin_of(request),
        )
        body = {**asdict(joined.state), "token": joined.token}
        is_return = joined.is_proved and not joined.is_new
        return Response(body, status=200 if is_return else 201)


class SessionView(ParticipantView):
    @schema.SHOW
    def get(self, request: Request, token: str) -> Response:
        now = timezone.now()
        serve = is_real_look(request.method, request.headers)
        return _state(show_session(token=token, now=now, serve=serve))


class AnswersView(ParticipantView):
    @schema.ANSWER
    def post(self, request: Request, token: str) -> Response:
        now = timezone.now()
        data = _parse(shapes.AnswerSerializer, request)
        submission = Submission(
            phase=data["phase"],
            step=data["step"],
            text=data["answer"] or "",
            dont_know=data["dont_know"],
            auto_submitted=data["auto_submitted"],
            client=data.get("client", {}),
        )
        return _state(answer_card(token=token, submission=submission, now=now))


class ContinueView(ParticipantView):
    @schema.CONTINUE
    def post(self, request: Request, token: str) -> Response:
        now = timezone.now()
        leaving = PageKey(**_parse(shapes.ContinueSerializer, request))
        return _state(continue_session(token=token, leaving=leaving, now=now))


class QuestionnaireView(ParticipantView):
    @schema.QUESTIONNAIRE
    def post(self, request: Request, token: str) -> Response:
        now = timezone.now()
        data = _parse(shapes.QuestionnaireSerializer, request)
        return _state(
            answer_questionnaire(
                token=token,
                answers=data["answers"],
                now=now,
                phase=Phase(data["phase"]),
            )
        )


class EventsView(ParticipantView):
    @schema.EVENTS
    def post(self, request: Request, token: str) -> Response:
        now = timezone.now()
        rows = _parse(shapes.EventsSerializer, request)["events"]
        events = [Event(**row) for row in rows]
        return Response({"stored": store_events(token=token, events=events, now=now)})


class WithdrawView(ParticipantView):
    @schema.WITHDRAW
    def post(self, request: Request, token: str) -> Response:
        now = timezone.now()
        keep = _parse(shapes.WithdrawSerializer, request)["keep_answers"]
        return _state(withdraw_session(token=token, keep_answers=keep, now=now))
