"""What comes in and goes out. The card going out has no field for an answer."""

from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from studies.models.log import EventKind
from studies.models.response import CARD_PHASES, Outcome
from studies.models.session import Phase
from studies.phases import Page
from studies.recruitment import RECRUITERS
from studies.services.session.client_numbers import (
    CLIENT_TIMES,
    LARGEST_CLIENT_NUMBER,
    clean_client,
    is_sane_number,
)

MAX_ANSWER = 200
MAX_STEP = 2**31 - 1
MAX_EVENTS = 100


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


class ClientNumberField(serializers.FloatField):
    """A number within reason: floats cannot even hold the others."""

    def to_internal_value(self, data: Any) -> float:
        if not is_sane_number(data):
            self.fail("invalid")
        return super().to_internal_value(data)


@extend_schema_field(
    {
        "type": "object",
        "properties": {name: {"type": "number"} for name in CLIENT_TIMES},
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
    name = serializers.ChoiceField(choices=list(RECRUITERS), default="link")
    person = StrictCharField(max_length=300, allow_blank=True, default="")
    assignment = StrictCharField(max_length=300, allow_blank=True, default="")
    nonce = StrictCharField(max_length=300, allow_blank=True, default="")


class JoinSerializer(serializers.Serializer):  # type: ignore[type-arg]
    study = StrictCharField(max_length=50)
    consent = StrictBooleanField()
    recruiter = RecruiterSerializer(required=False)


class AnswerSerializer(serializers.Serializer):  # type: ignore[type-arg]
    phase = serializers.ChoiceField(choices=[phase.value for phase in CARD_PHASES])
    step = StrictIntegerField(min_value=-MAX_STEP, max_value=MAX_STEP + 1)
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


class QuestionnaireSerializer(serializers.Serializer):  # type: ignore[type-arg]
    answers = serializers.DictField(
        child=StrictCharField(max_length=5000, allow_blank=True)
    )

    def validate_answers(self, answers: dict[str, str]) -> dict[str, str]:
        if any(not key.isprintable() or len(key) > 50 for key in answers):
            raise serializers.ValidationError("There is no such question.")
        return answers


class EventSerializer(serializers.Serializer):  # type: ignore[type-arg]
    kind = serializers.ChoiceField(choices=EventKind.choices)
    phase = serializers.ChoiceField(choices=Phase.choices, required=False)
    step = StrictIntegerField(min_value=0, max_value=MAX_STEP, required=False)
    client_ms = ClientNumberField(
        min_value=-LARGEST_CLIENT_NUMBER,
        max_value=LARGEST_CLIENT_NUMBER,
        required=False,
    )


class EventsSerializer(serializers.Serializer):  # type: ignore[type-arg]
    events = serializers.ListField(child=EventSerializer(), max_length=MAX_EVENTS)


class WithdrawSerializer(serializers.Serializer):  # type: ignore[type-arg]
    keep_answers = StrictBooleanField()


class CardSerializer(serializers.Serializer):  # type: ignore[type-arg]
    prompt = serializers.CharField(allow_blank=True)
    picture = serializers.CharField(allow_null=True)
    seconds_left = serializers.FloatField(allow_null=True)


class ReviewSerializer(serializers.Serializer):  # type: ignore[type-arg]
    prompt = serializers.CharField(allow_blank=True)
    picture = serializers.CharField(allow_null=True)
    answer_given = serializers.CharField(allow_blank=True)
    outcome = serializers.ChoiceField(choices=Outcome.choices)
    rule = serializers.CharField(allow_blank=True)
    correct_answer = serializers.CharField()
    seconds_left = serializers.FloatField()


class QuestionSerializer(serializers.Serializer):  # type: ignore[type-arg]
    id = serializers.CharField()
    kind = serializers.ChoiceField(choices=["text", "choice", "scale"])
    label = serializers.CharField()  # type: ignore[assignment]
    options = serializers.ListField(child=serializers.CharField())
    required = serializers.BooleanField()  # type: ignore[assignment]


class ReceiptSerializer(serializers.Serializer):  # type: ignore[type-arg]
    phase = serializers.ChoiceField(choices=[phase.value for phase in CARD_PHASES])
    step = serializers.IntegerField()
    outcome = serializers.ChoiceField(choices=Outcome.choices, allow_null=True)


class StateSerializer(serializers.Serializer):  # type: ignore[type-arg]
    page = serializers.ChoiceField(choices=[page.value for page in Page])
    phase = serializers.ChoiceField(choices=Phase.choices)
    step = serializers.IntegerField()
    n_steps = serializers.IntegerField()
    card = CardSerializer(allow_null=True)
    review = ReviewSerializer(allow_null=True)
    questionnaire = QuestionSerializer(many=True, allow_null=True)
    opens_in_seconds = serializers.FloatField(allow_null=True)
    completion_code = serializers.CharField(allow_null=True)
    receipt = ReceiptSerializer(allow_null=True)


class JoinedSerializer(StateSerializer):
    token = serializers.CharField()


class StoredSerializer(serializers.Serializer):  # type: ignore[type-arg]
    stored = serializers.IntegerField()


class ErrorSerializer(serializers.Serializer):  # type: ignore[type-arg]
    code = serializers.CharField()
    message = serializers.CharField()
    fields = serializers.JSONField(required=False)  # type: ignore[assignment]
