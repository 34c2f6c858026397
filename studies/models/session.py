"""Teaching sessions: one participant's way through one study."""

import uuid
from datetime import datetime, timedelta

from django.db import models
from django.db.models import Q
from django.utils.functional import cached_property

from studies.models.arms import Arm, Place
from studies.models.deck import Concept, DeckVersion
from studies.models.recruitment import ArrivalRecord, Participant
from studies.models.study import Purpose, Study


class Phase(models.TextChoices):
    QUESTIONS_BEFORE = "questions_before"
    INSTRUCTIONS = "instructions"
    PREQUIZ = "prequiz"
    LEARNING = "learning"
    POSTQUIZ = "postquiz"
    QUESTIONNAIRE = "questionnaire"
    RESULT = "result"
    DEBRIEF = "debrief"
    COMPLETED = "completed"
    WITHDRAWN = "withdrawn"
    SCREENED_OUT = "screened_out"


class Stage(models.TextChoices):
    INTRODUCTION = "introduction"
    CARDS = "cards"
    REVIEW = "review"


CARD_PHASES = (Phase.PREQUIZ, Phase.LEARNING, Phase.POSTQUIZ)
QUESTION_PHASES = (Phase.QUESTIONS_BEFORE, Phase.QUESTIONNAIRE)
QUIZZES = (Phase.PREQUIZ, Phase.POSTQUIZ)
LEFT = (Phase.WITHDRAWN, Phase.SCREENED_OUT)
ENDED = (Phase.COMPLETED, *LEFT)
# Pages to read: whoever closes one of them has done everything, and has completed.
NOTHING_LEFT = (Phase.RESULT, Phase.DEBRIEF)
# Nobody takes part in earnest.
TRIES = (Purpose.PRACTICE, Purpose.SIMULATED)
RUNNING = tuple(phase for phase in Phase if phase not in ENDED)
# So much the clocks of several servers may differ.
CLOCKS_DIFFER = timedelta(seconds=1)


class TeachingSession(models.Model):
    """Where a participant is, under the settings frozen when they consented."""

    public_id = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    study = models.ForeignKey(
        Study, on_delete=models.PROTECT, related_name="sessions", db_index=False
    )
    participant = models.ForeignKey(
        Participant, on_delete=models.PROTECT, related_name="sessions"
    )
    deck_version = models.ForeignKey(
        DeckVersion, on_delete=models.PROTECT, related_name="sessions"
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
    seconds_ahead = models.FloatField(
        default=0,
        # A server of the version before does not know of it.
        db_default=0,
        help_text="Of the server's clock, which was set back while they were here.",
    )
    allocated_at = models.DateTimeField(null=True, blank=True)
    completed_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    screened_out_at = models.DateTimeField(null=True, blank=True)
    is_cut_off = models.BooleanField(
        default=False, help_text="The study closed before they were through."
    )
    erased_at = models.DateTimeField(null=True, blank=True)
    log_head = models.CharField(max_length=64)
    log_length = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["study", "participant"], name="one_session_per_participant"
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
                condition=Q(place__isnull=True) | ~Q(phase__in=LEFT) & Q(is_away=False),
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

    def time_at(self, clock: datetime) -> datetime:
        """Its own time when the server's clock says ``clock``: it never runs back."""
        return max(clock + timedelta(seconds=self.seconds_ahead), self.last_seen_at)

    def has_seen_later(self, clock: datetime) -> bool:
        """Whether the clock was set back, so that its time would stand still."""
        shown = clock + timedelta(seconds=self.seconds_ahead)
        return shown < self.last_seen_at - CLOCKS_DIFFER

    def stay_ahead_of(self, clock: datetime) -> None:
        """From now on its time is ahead of the clock, and runs with it."""
        self.seconds_ahead = (self.last_seen_at - clock).total_seconds()

    @property
    def has_ended(self) -> bool:
        return self.phase in ENDED

    def is_shut(self, *, now: datetime) -> bool:
        """Whether its study is over, and something was left to do."""
        return self.phase not in NOTHING_LEFT and self.study.is_over(now=now)

    @cached_property
    def is_stopped(self) -> bool:
        """Whether this is a try of a demo that would teach what a study is asking."""
        if self.purpose not in TRIES or not self.study.is_demo:
            return False
        return Study.objects.is_asked_elsewhere(self.study)


class CompletionCode(models.Model):
    """What somebody hands in to be paid, for the way in which a session ended.

    Its person has one. Whoever comes to the end without proof of being that person has
    another, of that arrival.
    """

    session = models.ForeignKey(
        TeachingSession, on_delete=models.CASCADE, related_name="codes"
    )
    arrival = models.ForeignKey(
        ArrivalRecord,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="codes",
        help_text="The arrival without proof that it is of, if it is of one.",
    )
    outcome = models.CharField(
        max_length=16, choices=[(phase.value, phase.label) for phase in ENDED]
    )
    code = models.CharField(max_length=16, unique=True)
    created_at = models.DateTimeField()
    is_settled = models.BooleanField(
        default=False,
        help_text="Paid before payments kept their claims: nobody knows how much.",
    )

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(outcome__in=ENDED), name="code_is_for_an_end"
            ),
            models.UniqueConstraint(
                fields=["session"],
                condition=Q(arrival__isnull=True),
                name="one_code_of_the_person",
            ),
            models.UniqueConstraint(
                fields=["arrival"],
                condition=Q(arrival__isnull=False),
                name="one_code_per_arrival",
            ),
        )

    def __str__(self) -> str:
        return f"{self.outcome} of {self.session_id}"


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
    minimum_age = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="The age they said to have reached."
    )
    given_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"consent of {self.session_id}"


class ConsentText(models.Model):
    """Words that somebody agreed to, once for all who did."""

    text_hash = models.CharField(max_length=64, unique=True)
    text = models.TextField()

    def __str__(self) -> str:
        return self.text_hash[:8]


class QuestionnaireAnswer(models.Model):
    """What somebody said to one question; several choices are a JSON list."""

    session = models.ForeignKey(
        TeachingSession,
        on_delete=models.CASCADE,
        related_name="questionnaire_answers",
        db_index=False,
    )
    phase = models.CharField(
        max_length=16,
        choices=[(phase.value, phase.label) for phase in QUESTION_PHASES],
        default=Phase.QUESTIONNAIRE,
    )
    item = models.CharField(max_length=50)
    value = models.TextField(blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["session", "phase", "item"], name="questionnaire_item_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.item} of {self.session_id}"
