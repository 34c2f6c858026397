"""The OpenAPI description of each address, with examples."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any, TypeVar

from drf_spectacular.utils import OpenApiExample, extend_schema

from studies.api import serializers as shapes
from studies.grading.feedback import Piece, PieceKind
from studies.models.response import Outcome
from studies.models.session import Phase, Stage
from studies.phases import Page
from studies.services.session.showing.result import ResultCard, ResultView
from studies.services.session.showing.review import ReviewView
from studies.services.session.showing.state import CardView, Receipt, State

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
        goes_on_in_seconds=10.0,
        comparison=[
            Piece(PieceKind.SAME, "Be"),
            Piece(PieceKind.MISSING, "i"),
            Piece(PieceKind.SAME, "spiel"),
        ],
    ),
    receipt=Receipt(Phase.LEARNING, 3, Outcome.WRONG),
)
_RESULT = State(
    Page.RESULT,
    Phase.RESULT,
    step=0,
    n_steps=0,
    result=ResultView(
        n_before=0,
        n_after=1,
        cards=[ResultCard("example", _PICTURE, "das Beispiel", False, True)],
    ),
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
    description: str = "",
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
        description=description or None,
        request=request,
        responses={status: response, **(more or {}), **_ERRORS},
        examples=examples,
        auth=[],
    )
    return describe


JOIN = _describe(
    "Join a study, or come back to it",
    description=(
        "200 for whoever comes back with the assignment that came first, or with the "
        "nonce of their form. Everybody else who is let in gets 201, whether or not "
        "somebody of that id is known, and 409 when all places are taken or they have "
        "taken part. Who came back without proof goes on with an unfinished session, "
        "and reads neither its result nor the answers that others gave."
    ),
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
    "Leave a page that asks for nothing, or a review whose time is over",
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
    answered=asdict(_RESULT),
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
