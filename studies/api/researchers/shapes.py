"""What researchers' programs send and get."""

from typing import Any

from rest_framework import serializers

from studies.api.serializers import PHASES, StrictCharField
from studies.limits import MAX_NOTE
from studies.models import (
    Job,
    ParticipantNote,
    RecruiterIdentity,
    ResultsReport,
    TeachingSession,
)
from studies.models.job import JobState
from studies.models.study import Purpose, StudyState
from studies.models.team import Role

STATES = StudyState.choices
ROLES = Role.choices
PURPOSES = Purpose.choices
JOB_STATES = JobState.choices


class StudySerializer(serializers.Serializer):  # type: ignore[type-arg]
    """A study in the list."""

    slug = serializers.CharField(source="study.slug")
    title = serializers.CharField(source="study.title")
    state = serializers.ChoiceField(choices=STATES, source="study.state")
    is_demo = serializers.BooleanField(source="study.is_demo")
    role = serializers.ChoiceField(choices=ROLES)
    n_completed = serializers.IntegerField()
    n_inside = serializers.IntegerField()
    n_target = serializers.IntegerField()


class DesignSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """A study with everything that makes it what it is."""

    slug = serializers.CharField()
    title = serializers.CharField()
    state = serializers.ChoiceField(choices=STATES)
    is_demo = serializers.BooleanField()
    role = serializers.ChoiceField(choices=ROLES)
    fingerprint = serializers.CharField()
    design = serializers.DictField()


class IdentitySerializer(serializers.ModelSerializer[RecruiterIdentity]):
    """Who somebody is at their recruiter."""

    class Meta:
        model = RecruiterIdentity
        fields = ("recruiter", "external_id")


class ParticipantSerializer(serializers.ModelSerializer[TeachingSession]):
    """Somebody by their pseudonym; never what they answered."""

    pseudonym = serializers.CharField(source="participant.pseudonym")
    purpose = serializers.ChoiceField(choices=PURPOSES)
    phase = serializers.ChoiceField(choices=PHASES)
    identity = serializers.SerializerMethodField()

    class Meta:
        model = TeachingSession
        fields = (
            *("pseudonym", "purpose", "phase", "step", "is_away", "is_over_full"),
            *("consented_at", "last_seen_at", "allocated_at", "completed_at"),
            *("withdrawn_at", "screened_out_at", "erased_at", "identity"),
        )

    def get_identity(self, session: TeachingSession) -> dict[str, Any] | None:
        """Nothing unless it was asked for, and after an erasure."""
        if not self.context.get("shows_identities"):
            return None
        known = getattr(session.participant, "identity", None)
        return None if known is None else dict(IdentitySerializer(known).data)


class ParticipantsQuerySerializer(serializers.Serializer):  # type: ignore[type-arg]
    """What of the participants is asked for."""

    purpose = serializers.ChoiceField(choices=PURPOSES, required=False)
    identities = serializers.BooleanField(
        default=False, help_text="With who they are; the look is logged."
    )


class ArmSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """How many are where in an arm: people alone, never what they learnt.

    Until results are unlocked or the study is closed, its name is a letter, or *all
    arms* where their numbers of places differ.
    """

    name = serializers.CharField()
    n_places = serializers.IntegerField(allow_null=True)
    n_people = serializers.IntegerField()
    n_away = serializers.IntegerField()
    n_completed = serializers.IntegerField()
    n_left = serializers.IntegerField()
    n_screened_out = serializers.IntegerField()
    inside = serializers.DictField(child=serializers.IntegerField())


class ProgressSerializer(serializers.Serializer):  # type: ignore[type-arg]
    purpose = serializers.ChoiceField(choices=PURPOSES)
    state = serializers.ChoiceField(choices=STATES)
    n_people = serializers.IntegerField()
    n_completed = serializers.IntegerField()
    n_target = serializers.IntegerField()
    arms = ArmSerializer(many=True)


class ProgressQuerySerializer(serializers.Serializer):  # type: ignore[type-arg]
    purpose = serializers.ChoiceField(choices=PURPOSES, required=False)


class ResultsSerializer(serializers.ModelSerializer[ResultsReport]):
    """What came out: sentences, tables and the numbers of figures.

    ``null`` is a number that there is not, or an end of an interval that is infinite.
    """

    purpose = serializers.ChoiceField(choices=PURPOSES)
    report = serializers.DictField()

    class Meta:
        model = ResultsReport
        fields = ("purpose", "computed_at", "data_hash", "code_version", "report")


class ResultsQuerySerializer(serializers.Serializer):  # type: ignore[type-arg]
    purpose = serializers.ChoiceField(choices=PURPOSES, default=Purpose.REAL.value)


class NoteSerializer(serializers.ModelSerializer[ParticipantNote]):
    class Meta:
        model = ParticipantNote
        fields = ("at", "who", "text")


class NewNoteSerializer(serializers.Serializer):  # type: ignore[type-arg]
    text = StrictCharField(max_length=MAX_NOTE)


class NewExportSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """Whose data, and whether with who they are; that needs its own right."""

    purpose = serializers.ChoiceField(choices=PURPOSES, default=Purpose.REAL.value)
    with_private = serializers.BooleanField(default=False)


class ExportSerializer(serializers.ModelSerializer[Job]):
    """How far an export is; its file has the hash once it is done."""

    state = serializers.ChoiceField(choices=JOB_STATES)
    purpose = serializers.ChoiceField(choices=PURPOSES, source="options.purpose")
    with_private = serializers.BooleanField(source="options.with_private")
    sha256 = serializers.SerializerMethodField()

    class Meta:
        model = Job
        fields = (
            *("id", "state", "purpose", "with_private", "n_done", "n_total"),
            *("message", "asked_at", "ended_at", "sha256"),
        )

    def get_sha256(self, job: Job) -> str | None:
        return (job.result or {}).get("sha256")
