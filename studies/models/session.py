"""Teaching sessions: one participant's way through one study."""

import uuid
from functools import cached_property

from django.db import models
from django.db.models import Q

from studies.models.deck import Concept
from studies.models.recruitment import Participant
from studies.models.study import Arm, Place, Purpose, Study


class Phase(models.TextChoices):
    INSTRUCTIONS = "instructions"
    PREQUIZ = "prequiz"
    LEARNING = "learning"
    POSTQUIZ = "postquiz"
    QUESTIONNAIRE = "questionnaire"
    DEBRIEF = "debrief"
    COMPLETED = "completed"
    WITHDRAWN = "withdrawn"


class Stage(models.TextChoices):
    INTRODUCTION = "introduction"
    CARDS = "cards"
    REVIEW = "review"


CARD_PHASES = (Phase.PREQUIZ, Phase.LEARNING, Phase.POSTQUIZ)
QUIZZES = (Phase.PREQUIZ, Phase.POSTQUIZ)
ENDED = (Phase.COMPLETED, Phase.WITHDRAWN)
# Nobody takes part in earnest.
TRIES = (Purpose.PRACTICE, Purpose.SIMULATED)
RUNNING = tuple(phase for phase in Phase if phase not in ENDED)


class TeachingSession(models.Model):
    """Where a participant is, under the settings frozen when they consented."""

    public_id = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    study = models.ForeignKey(
        Study, on_delete=models.PROTECT, related_name="sessions", db_index=False
    )
    participant = models.ForeignKey(
        Participant, on_delete=models.PROTECT, related_name="sessions"
    )
    purpose = models.CharField(max_length=10, choices=Purpose)
    settings = models.JSONField()
    seed = models.CharField(max_length=16)

    phase = models.CharField(max_length=16, choices=Phase, default=Phase.INSTRUCTIONS)
    stage = models.CharField(max_length=16, choices=Stage, default=Stage.INTRODUCTION)
    step = models.PositiveIntegerField(default=0)
    opens_at = models.DateTimeField(null=True, blank=True)
    time_factor = models.FloatField(default=1)

    arm = models.ForeignKey(Arm, on_delete=models.PROTECT, null=True, blank=True)
    teaching = models.JSONField(null=True, blank=True)
    place = models.OneToOneField(
        Place,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="holder",
    )
    returned_place = models.ForeignKey(
        Place,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="leavers",
    )
    is_away = models.BooleanField(default=False)
    is_over_full = models.BooleanField(default=False)

    consented_at = models.DateTimeField()
    last_seen_at = models.DateTimeField()
    allocated_at = models.DateTimeField(null=True, blank=True)
    completed_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    erased_at = models.DateTimeField(null=True, blank=True)
    completion_code = models.CharField(
        max_length=16, unique=True, null=True, blank=True
    )
    log_head = models.CharField(max_length=64)
    log_length = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["study", "participant"], name="one_session_per_participant"
            ),
            models.CheckConstraint(
                condition=Q(phase=Phase.COMPLETED, completion_code__isnull=False)
                | (~Q(phase=Phase.COMPLETED) & Q(completion_code__isnull=True)),
                name="completed_has_code",
            ),
            models.CheckConstraint(
                condition=~Q(phase__in=[Phase.LEARNING, Phase.POSTQUIZ])
                | Q(arm__isnull=False, teaching__isnull=False),
                name="taught_in_an_arm",
            ),
            models.CheckConstraint(
                condition=Q(phase__in=Phase.values, stage__in=Stage.values),
                name="session_phase",
            ),
            models.CheckConstraint(
                condition=Q(time_factor__gte=1, time_factor__lte=10),
                name="session_time_factor",
            ),
            models.CheckConstraint(
                condition=Q(place__isnull=True)
                | ~Q(phase=Phase.WITHDRAWN) & Q(is_away=False),
                name="the_absent_hold_no_place",
            ),
        )
        # No index knows what every answer changes, so that answers leave them alone.
        indexes = (
            models.Index(
                fields=["phase"], condition=Q(is_away=False), name="session_present"
            ),
        )

    def __str__(self) -> str:
        return str(self.public_id)

    @property
    def has_ended(self) -> bool:
        return self.phase in ENDED

    @cached_property
    def is_stopped(self) -> bool:
        """Whether this is a try that would teach what a study is asking."""
        return self.purpose in TRIES and Study.objects.asking_too(self.study).exists()


class SessionConcept(models.Model):
    """A concept sampled for a session; ``position`` is its index in ``History``."""

    session = models.ForeignKey(
        TeachingSession,
        on_delete=models.CASCADE,
        related_name="concepts",
        db_index=False,
    )
    concept = models.ForeignKey(Concept, on_delete=models.PROTECT)
    position = models.PositiveIntegerField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["session", "position"], name="session_concept_position"
            ),
            models.UniqueConstraint(
                fields=["session", "concept"], name="session_concept_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.position} of {self.session_id}"


class ConsentRecord(models.Model):
    """That somebody agreed, to which words, and when."""

    session = models.OneToOneField(
        TeachingSession, on_delete=models.CASCADE, related_name="consent"
    )
    version = models.CharField(max_length=20)
    text_hash = models.CharField(max_length=64)
    language = models.CharField(max_length=16)
    given_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"consent of {self.session_id}"


class QuestionnaireAnswer(models.Model):
    """What somebody said to one question."""

    session = models.ForeignKey(
        TeachingSession,
        on_delete=models.CASCADE,
        related_name="questionnaire_answers",
        db_index=False,
    )
    item = models.CharField(max_length=50)
    value = models.TextField(blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["session", "item"], name="questionnaire_item_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.item} of {self.session_id}"
