"""The OpenAPI description of the researchers' addresses, with examples."""

from collections.abc import Callable
from typing import Any, TypeVar

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, extend_schema

from studies.api.researchers import shapes
from studies.api.serializers import ErrorSerializer

View = TypeVar("View", bound=Callable[..., Any])

_NOON = "2026-03-01T12:00:00Z"
_STUDY = {
    "slug": "german",
    "title": "German words",
    "state": "live",
    "is_demo": False,
    "role": "analyst",
}
_STATUSES = (400, 401, 403, 404, 409, 413, 415, 429, 503)
_ERRORS = dict.fromkeys(_STATUSES, ErrorSerializer)


def _describe(
    summary: str,
    *,
    response: Any,
    answered: dict[str, Any],
    status: int = 200,
    **options: Any,
) -> Callable[[View], View]:
    """``answered`` is an example, of one row where there is a page of them."""
    example = OpenApiExample(
        "Response", value=answered, response_only=True, status_codes=[str(status)]
    )
    examples = [example, *options.pop("examples", [])]
    describe: Callable[[View], View] = extend_schema(
        summary=summary,
        responses={status: response, **_ERRORS},
        examples=examples,
        tags=["researchers"],
        **options,
    )
    return describe


_NOTE = {"at": _NOON, "who": "ada", "text": "Wrote that the picture was late."}

STUDIES = _describe(
    "The studies that you have a role in",
    response=shapes.StudySerializer(many=True),
    answered={**_STUDY, "n_completed": 12, "n_inside": 3, "n_target": 80},
    operation_id="studies_list",
)
STUDY = _describe(
    "A study and its design",
    response=shapes.DesignSerializer,
    answered={
        **_STUDY,
        "fingerprint": "9f2c4e",
        "design": {"n_concepts": 15, "horizon": 40, "arms": [["GR", "GR", None]]},
    },
    operation_id="studies_design",
)
PARTICIPANTS = _describe(
    "The participants of a study, by pseudonym, with who they are on request",
    response=shapes.ParticipantSerializer(many=True),
    answered={
        "pseudonym": "3fa1c0de99aa4b77",
        "purpose": "real",
        "phase": "learning",
        "step": 7,
        "is_away": False,
        "is_over_full": False,
        **dict.fromkeys(("consented_at", "last_seen_at", "allocated_at"), _NOON),
        **dict.fromkeys(("completed_at", "withdrawn_at", "screened_out_at")),
        "erased_at": None,
        "identity": None,
    },
    parameters=[shapes.ParticipantsQuerySerializer],
    operation_id="studies_participants",
)
PROGRESS = _describe(
    "How many people are where, never what they learnt",
    response=shapes.ProgressSerializer,
    answered={
        "purpose": "real",
        "state": "live",
        "n_people": 15,
        "n_completed": 12,
        "n_target": 40,
        "arms": [
            {
                "name": "Arm A",
                "n_places": 40,
                "n_people": 15,
                "n_away": 0,
                "n_completed": 12,
                "n_left": 0,
                "n_screened_out": 0,
                "inside": {"learning": 3},
            }
        ],
    },
    parameters=[shapes.ProgressQuerySerializer],
    operation_id="studies_progress",
)
RESULTS = _describe(
    "What came out, as the Results page shows it; the look is logged",
    response=shapes.ResultsSerializer,
    answered={
        "purpose": "real",
        "computed_at": _NOON,
        "data_hash": "5b1f",
        "code_version": "9f2c4e",
        "report": {
            "study": "german",
            "purpose": "real",
            "headline": "There are too few people to test.",
            "sentences": [],
            "warnings": [],
            "parts": [],
        },
    },
    parameters=[shapes.ResultsQuerySerializer],
    operation_id="studies_results",
)
NOTES = _describe(
    "What researchers wrote about a participant",
    response=shapes.NoteSerializer(many=True),
    answered=_NOTE,
    operation_id="studies_notes",
)
NOTE = _describe(
    "Write about a participant",
    request=shapes.NewNoteSerializer,
    response=shapes.NoteSerializer,
    answered=_NOTE,
    status=201,
    examples=[
        OpenApiExample("Request", value={"text": _NOTE["text"]}, request_only=True)
    ],
    operation_id="studies_write_note",
)

_EXPORT = {
    "id": 7,
    "state": "done",
    "purpose": "real",
    "with_private": False,
    "n_done": 100,
    "n_total": 100,
    "message": "",
    **dict.fromkeys(("asked_at", "ended_at"), _NOON),
    "sha256": "9f2c4e",
}
EXPORTS = _describe(
    "The exports of a study, the newest first",
    response=shapes.ExportSerializer(many=True),
    answered=_EXPORT,
    operation_id="studies_exports",
)
EXPORT = _describe(
    "Ask for an export; a worker writes it",
    request=shapes.NewExportSerializer,
    response=shapes.ExportSerializer,
    answered={**_EXPORT, "state": "queued", "n_done": 0, "ended_at": None},
    status=202,
    examples=[
        OpenApiExample(
            "Request",
            value={"purpose": "real", "with_private": False},
            request_only=True,
        )
    ],
    operation_id="studies_export",
)
EXPORT_STATE = _describe(
    "How far an export is",
    response=shapes.ExportSerializer,
    answered=_EXPORT,
    operation_id="studies_export_state",
)
EXPORT_FILE: Callable[[View], View] = extend_schema(
    summary="The zip of an export, as long as it is kept",
    responses={(200, "application/zip"): OpenApiTypes.BINARY, **_ERRORS},
    examples=[
        OpenApiExample(
            "Response",
            value="PK...",
            media_type="application/zip",
            response_only=True,
            status_codes=["200"],
        )
    ],
    tags=["researchers"],
    operation_id="studies_export_file",
)
