"""The OpenAPI description of each address, with examples."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any, TypeVar

from drf_spectacular.utils import OpenApiExample, extend_schema

from studies.api import serializers as shapes
from studies.models.response import Outcome
from studies.models.session import Phase, Stage
from studies.phases import Page
from studies.services.session.state import CardView, Receipt, ReviewView, State

View = TypeVar("View", bound=Callable[..., Any])

_TOKEN = "k3JwT0dZ0e3n0c1rV8mJr6y7kqUu3bq2Yx9d4Zt5AbE"
_PICTURE = "/pictures/2f1c8a36-6f0c-4a53-9d3c-6a0a4f1f8b11"
# A word of no deck: examples are public.
_CARD = State(
    Page.CARD,
    Phase.PREQUIZ,
    step=1,
    n_steps=15,
    stage=Stage.CARDS,
    card=CardView("example", _PICTURE, seconds_left=None),
)
_REVIEW = State(
    Page.REVIEW,
    Phase.LEARNING,
    step=3,
    n_steps=40,
    stage=Stage.REVIEW,
    review=ReviewView(
        prompt="example",
        picture=_PICTURE,
        answer_given="Bespiel",
        outcome=Outcome.WRONG,
        rule="wrong",
        correct_answer="das Beispiel",
        seconds_left=10.0,
    ),
    receipt=Receipt(Phase.LEARNING, 3, Outcome.WRONG),
)
_BEGUN = State(Page.INSTRUCTIONS, Phase.INSTRUCTIONS, step=0, n_steps=0)
_ERRORS = dict.fromkeys((400, 404, 409, 413, 415, 503), shapes.ErrorSerializer)


def _describe(
    summary: str,
    *,
    request: Any = None,
    response: Any = shapes.StateSerializer,
    status: int = 200,
    sent: dict[str, Any] | None = None,
    answered: dict[str, Any] | None = None,
    more: dict[int, Any] | None = None,
) -> Callable[[View], View]:
    examples = []
    if sent is not None:
        examples.append(OpenApiExample("Request", value=sent, request_only=True))
    examples.append(
        OpenApiExample(
            "Response",
            value=asdict(_CARD) if answered is None else answered,
            response_only=True,
            status_codes=[str(status)],
        )
    )
    describe: Callable[[View], View] = extend_schema(
        summary=summary,
        request=request,
        responses={status: response, **(more or {}), **_ERRORS},
        examples=examples,
        auth=[],
    )
    return describe


JOIN = _describe(
    "Join a study, or come back to it",
    request=shapes.JoinSerializer,
    response=shapes.JoinedSerializer,
    status=201,
    sent={
        "study": "german-quick",
        "consent": True,
        "is_of_age": True,
        "recruiter": {},
        "device": {"viewport": "wide", "touch": "no"},
    },
    answered={**asdict(_BEGUN), "token": _TOKEN},
    more={200: shapes.JoinedSerializer},
)
SHOW = _describe("Where the participant is; serves the card when one is due")
ANSWER = _describe(
    "Answer the open card",
    request=shapes.AnswerSerializer,
    sent={
        "phase": "learning",
        "step": 3,
        "answer": "Bespiel",
        "dont_know": False,
        "auto_submitted": False,
        "client": {"picture_delay_ms": 120, "elapsed_ms": 4300},
    },
    answered=asdict(_REVIEW),
)
CONTINUE = _describe(
    "Leave the instructions, a page between phases, a review or the debriefing",
    request=shapes.ContinueSerializer,
    sent={"phase": "prequiz", "stage": "introduction", "step": 1},
)
QUESTIONNAIRE = _describe(
    "Answer the questions before the cards or after them",
    request=shapes.QuestionnaireSerializer,
    sent={
        "phase": "questionnaire",
        "answers": {"before": "a little", "effort": "3", "languages": ["de", "en"]},
    },
    answered=asdict(State(Page.DEBRIEF, Phase.DEBRIEF, step=0, n_steps=0)),
)
EVENTS = _describe(
    "Tell what happened in the browser",
    request=shapes.EventsSerializer,
    response=shapes.StoredSerializer,
    sent={"events": [{"kind": "blur", "phase": "learning", "step": 3}]},
    answered={"stored": 1},
)
WITHDRAW = _describe(
    "Stop taking part, keeping the answers or deleting them",
    request=shapes.WithdrawSerializer,
    sent={"keep_answers": False},
    answered=asdict(State(Page.WITHDRAWN, Phase.WITHDRAWN, step=0, n_steps=0)),
)
