"""Responses: one row per card, from being chosen to being closed."""

from datetime import datetime, timedelta
from typing import Self

from django.db import models
from django.db.models import F, Q

from studies.models.deck import ARTICLE_RULES, GRADING_LEVELS
from studies.models.session import CARD_PHASES, Phase, SessionConcept, TeachingSession


class Outcome(models.TextChoices):
    CORRECT = "correct"
    WRONG = "wrong"
    DONT_KNOW = "dont_know"
    LATE = "late"
    MISSED = "missed"


class ResponseQuerySet(models.QuerySet["Response"]):
    def overdue(self, *, now: datetime, patience: timedelta) -> Self:
        """Cards of which ``is_overdue`` is true."""
        return self.filter(deadline_at__lt=now - patience)


class Response(models.Model):
    """A card: chosen, then served, then closed with an outcome."""

    session = models.ForeignKey(
        TeachingSession,
        on_delete=models.CASCADE,
        related_name="responses",
        db_index=False,
    )
    phase = models.CharField(max_length=16, choices=Phase)
    step = models.PositiveIntegerField()
    shown = models.ForeignKey(SessionConcept, on_delete=models.CASCADE)
    decision = models.JSONField(null=True, blank=True)

    chosen_at = models.DateTimeField()
    served_at = models.DateTimeField(null=True, blank=True)
    deadline_at = models.DateTimeField(null=True, blank=True)
    # What a card that was taken back had left of its time.
    seconds_left = models.FloatField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    review_at = models.DateTimeField(null=True, blank=True)

    outcome = models.CharField(  # noqa: DJ001
        max_length=10, choices=Outcome, null=True, blank=True
    )
    text = models.TextField(blank=True)
    dont_know = models.BooleanField(default=False)
    auto_submitted = models.BooleanField(default=False)
    late_text = models.TextField(null=True, blank=True)  # noqa: DJ001
    late_at = models.DateTimeField(null=True, blank=True)

    rule = models.CharField(max_length=20, blank=True)
    distance = models.PositiveSmallIntegerField(null=True, blank=True)
    matched = models.CharField(max_length=200, blank=True)
    typed_article = models.CharField(max_length=16, blank=True)
    too_general = models.CharField(max_length=200, blank=True)
    grading_version = models.PositiveSmallIntegerField(null=True, blank=True)

    picture_delay_ms = models.PositiveIntegerField(default=0)
    client = models.JSONField(default=dict, blank=True)

    objects = ResponseQuerySet.as_manager()

    class Meta:
        ordering = ("session_id", "phase", "step")
        constraints = (
            models.UniqueConstraint(
                fields=["session", "phase", "step"], name="one_response_per_card"
            ),
            models.CheckConstraint(
                condition=Q(phase__in=CARD_PHASES, step__gte=1), name="response_place"
            ),
            models.CheckConstraint(
                condition=Q(outcome__isnull=True, closed_at__isnull=True)
                | Q(
                    outcome__in=Outcome.values,
                    closed_at__isnull=False,
                    served_at__isnull=False,
                ),
                name="response_closed_has_outcome",
            ),
            models.CheckConstraint(
                condition=Q(late_text__isnull=True, late_at__isnull=True)
                | Q(late_text__isnull=False, outcome=Outcome.MISSED),
                name="late_text_only_after_missed",
            ),
            models.CheckConstraint(
                condition=Q(served_at__isnull=True) | Q(served_at__gte=F("chosen_at")),
                name="response_served_after_chosen",
            ),
        )
        indexes = (
            models.Index(
                fields=["deadline_at"],
                condition=Q(closed_at__isnull=True, deadline_at__isnull=False),
                name="response_open_deadline",
            ),
        )

    def __str__(self) -> str:
        return f"{self.phase} {self.step} of {self.session_id}"

    @property
    def is_closed(self) -> bool:
        return self.closed_at is not None

    def is_overdue(self, *, now: datetime, patience: timedelta) -> bool:
        """Whether the time of the card is over, and so much ``patience`` as well."""
        return self.deadline_at is not None and now > self.deadline_at + patience

    @property
    def recalled(self) -> bool:
        return self.outcome == Outcome.CORRECT


class Regrading(models.Model):
    """A second look at a study's answers, under another rule.

    It never changes the first verdicts. In the learning phase it only describes: the
    live rule chose the next card.
    """

    study = models.ForeignKey("studies.Study", on_delete=models.CASCADE)
    created_at = models.DateTimeField()
    grading_version = models.PositiveSmallIntegerField()
    level = models.CharField(max_length=16, choices=GRADING_LEVELS)
    article_rule = models.CharField(max_length=24, choices=ARTICLE_RULES)
    note = models.CharField(max_length=200, blank=True)
    who = models.CharField(max_length=150, blank=True)
    accepted = models.JSONField(
        default=list, blank=True, help_text="Texts that count as right: concept, text."
    )
    changes = models.JSONField(
        default=dict,
        blank=True,
        help_text="What changed when it was made, by purpose and phase.",
    )

    def __str__(self) -> str:
        return f"regrading {self.pk} of {self.study_id}"


class RegradedVerdict(models.Model):
    """What one response is worth under a regrading's rule."""

    regrading = models.ForeignKey(
        Regrading, on_delete=models.CASCADE, related_name="verdicts", db_index=False
    )
    response = models.ForeignKey(
        Response, on_delete=models.CASCADE, related_name="regraded"
    )
    correct = models.BooleanField()
    rule = models.CharField(max_length=20, blank=True)
    distance = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["regrading", "response"], name="regraded_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.response_id} under {self.regrading_id}"
