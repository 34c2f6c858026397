"""What is taught in a session, and how long everything lasts."""

from django.core.validators import MinValueValidator
from django.db import models

from studies.models.study.choices import Sampling


class Lesson(models.Model):
    """How many concepts and steps, and the clock of a session."""

    n_concepts = models.PositiveIntegerField(
        default=15, validators=[MinValueValidator(1)]
    )
    horizon = models.PositiveIntegerField(default=40, validators=[MinValueValidator(1)])
    sampling = models.CharField(
        max_length=10, choices=Sampling, default=Sampling.SIMPLE
    )
    strata = models.JSONField(default=dict, blank=True)
    no_repeat = models.BooleanField(default=True)

    learning_seconds = models.FloatField(null=True, blank=True, default=20)
    quiz_seconds = models.FloatField(null=True, blank=True)
    review_seconds = models.FloatField(default=10)
    grace_seconds = models.FloatField(default=2)
    idle_seconds = models.FloatField(default=1800)
    postquiz_delay_seconds = models.FloatField(default=0)
    finish_seconds = models.FloatField(
        default=7200,
        help_text="How long people inside may go on after the study is closed.",
    )
    finish_until = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="Set when the study is closed."
    )
    review_seconds_after_right = models.FloatField(
        null=True,
        blank=True,
        help_text="After a right answer, if not as after others; 0 shows none.",
    )
    shows_result = models.BooleanField(
        default=True,
        help_text="What was known before and after, before the code. It shows every "
        "answer: not where a follow-up is planned.",
    )
    offers_more_time = models.BooleanField(
        default=False, help_text="Participants may choose 1.5 or 2 times the time."
    )

    class Meta:
        abstract = True
