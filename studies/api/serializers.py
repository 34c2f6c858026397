"""What comes in and goes out. The card going out has no field for an answer."""

from dataclasses import dataclass, fields
from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework_dataclasses.serializers import DataclassSerializer

from studies.limits import (
    LARGEST_CLIENT_NUMBER,
    MAX_ANSWER,
    MAX_CHOSEN,
    MAX_EVENTS_PER_REQUEST,
    MAX_QUESTION_ID,
    MAX_QUESTIONNAIRE_TEXT,
    MAX_RECRUITER_ID,
    MAX_STEP,
)
from studies.models.device import Touch, Viewport
from studies.models.log import EventKind
from studies.models.session import CARD_PHASES, QUESTION_PHASES, Phase, Stage
from studies.recruitment import OPEN_LINK, RECRUITERS
from studies.services.session.showing.state import State
from studies.services.session.submission import (
    CLIENT_NUMBERS,
    clean_client,
    is_sane_number,
)

PHASES = [(phase.value, phase.name) for phase in Phase]
STAGES = [(stage.value, stage.name) for stage in Stage]


class StrictBooleanField(serializers.BooleanField):
    """True or false, not the many words that DRF takes for them."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=str(data)[:50])
        return data


class StrictCharField(serializers.CharField):
    """A text, not a number that could be written as one."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class StrictIntegerField(serializers.IntegerField):
    """A whole number, not a text or a truth value."""

    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, bool) or not isinstance(data, int):
            self.fail("invalid")
        return data


class StepField(StrictIntegerField):
    """What ``is_step``, with the bounds that the description of the API names."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=0, max_value=MAX_STEP, **options)


class ClientNumberField(serializers.FloatField):
    """A number within reason: floats cannot even hold the others."""

    def to_internal_value(self, data: Any) -> float:
        if not is_sane_number(data):
            self.fail("invalid")
        return super().to_internal_value(data)


@extend_schema_field(
    {
        "type": "object",
        "properties": {name: {"type": "number"} for name in CLIENT_NUMBERS},
        "additionalProperties": True,
    }
)
class ClientField(serializers.Field):  # type: ignore[type-arg]
    """Numbers a browser tells about itself; nonsense among them is dropped."""

    default_error_messages: ClassVar[dict[str, Any]] = {"invalid": "Must be an object."}

    def to_internal_value(self, data: Any) -> dict[str, float]:
        if not isinstance(data, dict):
            self.fail("invalid")
        return clean_client(data)

    def to_representation(self, value: Any) -> Any:
        return value


class RecruiterSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """Who comes; the assignment of simulated people is their server's signature."""

    name = serializers.ChoiceField(
        choices=list(RECRUITERS), default=OPEN_LINK, source="recruiter"
    )
    person = StrictCharField(max_length=MAX_RECRUITER_ID, allow_blank=True, default="")
    assignment = StrictCharField(
        max_length=MAX_RECRUITER_ID, allow_blank=True, default=""
    )
    nonce = StrictCharField(max_length=MAX_RECRUITER_ID, allow_blank=True, default="")


class DeviceSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """What a page tells about its device; its kind is read from the User-Agent."""

    viewport = serializers.ChoiceField(
        choices=Viewport.choices, default=Viewport.UNKNOWN
    )
    touch = serializers.ChoiceField(choices=Touch.choices, default=Touch.UNKNOWN)


class JoinSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """Where a study has a least age, consent needs ``is_of_age`` as well."""

    study = StrictCharField(max_length=50)
    consent = StrictBooleanField()
    is_of_age = StrictBooleanField(default=False)
    device = DeviceSerializer(required=False)
    recruiter = RecruiterSerializer(required=False)


class AnswerSerializer(serializers.Serializer):  # type: ignore[type-arg]
    phase = serializers.ChoiceField(choices=[phase.value for phase in CARD_PHASES])
    step = StepField()
    answer = StrictCharField(
        max_length=MAX_ANSWER,
        allow_blank=True,
        allow_null=True,
        trim_whitespace=False,
        default=None,
    )
    dont_know = StrictBooleanField(default=False)
    auto_submitted = StrictBooleanField(default=False)
    client = ClientField(required=False)


class ContinueSerializer(serializers.Serializer):  # type: ignore[type-arg]
    phase = serializers.ChoiceField(choices=PHASES)
    stage = serializers.ChoiceField(choices=STAGES)
    step = StepField()


_ANSWER_TEXT = {"type": "string", "maxLength": MAX_QUESTIONNAIRE_TEXT}


@extend_schema_field(
    {
        "oneOf": [
            _ANSWER_TEXT,
            {"type": "array", "items": _ANSWER_TEXT, "maxItems": MAX_CHOSEN},
        ]
    }
)
class QuestionAnswerField(serializers.Field):  # type: ignore[type-arg]
    """A text, a number as a text, or a list of texts where several can be chosen."""

    _one = StrictCharField(max_length=MAX_QUESTIONNAIRE_TEXT, allow_blank=True)
    _several = serializers.ListField(child=_one, max_length=MAX_CHOSEN)

    def to_internal_value(self, data: Any) -> str | list[str]:
        field = self._several if isinstance(data, list) else self._one
        answer: str | list[str] = field.run_validation(data)
        return answer

    def to_representation(self, value: Any) -> Any:
        return value


class QuestionnaireSerializer(serializers.Serializer):  # type: ignore[type-arg]
    phase = serializers.ChoiceField(
        choices=[phase.value for phase in QUESTION_PHASES],
        default=Phase.QUESTIONNAIRE.value,
    )
    answers = serializers.DictField(child=QuestionAnswerField())

    def validate_answers(self, answers: dict[str, Any]) -> dict[str, Any]:
        if any(not key.isprintable() or len(key) > MAX_QUESTION_ID for key in answers):
            raise serializers.ValidationError("There is no such question.")
        return answers


class EventSerializer(serializers.Serializer):  # type: ignore[type-arg]
    kind = serializers.ChoiceField(choices=EventKind.choices)
    phase = serializers.ChoiceField(choices=PHASES, required=False)
    step = StepField(required=False)
    client_ms = ClientNumberField(
        min_value=-LARGEST_CLIENT_NUMBER,
        max_value=LARGEST_CLIENT_NUMBER,
        required=False,
    )


class EventsSerializer(serializers.Serializer):  # type: ignore[type-arg]
    events = serializers.ListField(
        child=EventSerializer(), max_length=MAX_EVENTS_PER_REQUEST
    )


class WithdrawSerializer(serializers.Serializer):  # type: ignore[type-arg]
    keep_answers = StrictBooleanField()


@dataclass(frozen=True)
class JoinedState(State):
    """Where somebody is who has just come in, and their secret."""

    token: str = ""


def _always_there(kind: type[State]) -> dict[str, dict[str, bool]]:
    return {field.name: {"required": True} for field in fields(kind)}


class StateSerializer(DataclassSerializer[State]):
    """Describes the state; what is sent is the state itself."""

    class Meta:
        dataclass = State
        extra_kwargs = _always_there(State)


class JoinedSerializer(DataclassSerializer[JoinedState]):
    class Meta:
        dataclass = JoinedState
        extra_kwargs = _always_there(JoinedState)


class StoredSerializer(serializers.Serializer):  # type: ignore[type-arg]
    stored = serializers.IntegerField()


class ErrorSerializer(serializers.Serializer):  # type: ignore[type-arg]
    code = serializers.CharField()
    message = serializers.CharField()
    fields = serializers.JSONField(required=False)  # type: ignore[assignment]
