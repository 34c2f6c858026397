"""A design with its state."""

import secrets
from collections.abc import Sequence
from datetime import datetime

from django.db import models
from django.db.models import Q

from studies.models.deck import DeckVersion
from studies.models.questions import Questionnaire
from studies.models.study.choices import StudyState
from studies.models.study.consent import Consent
from studies.models.study.lesson import Lesson
from studies.models.study.plan import Plan
from studies.models.study.queries import StudyQuerySet
from studies.models.study.words import Words


def new_study_seed() -> str:
    """256 random bits, as hexadecimal."""
    return secrets.token_hex(32)


def usual_recruiters() -> list[str]:
    """Open links alone: who may come in several ways may come several times."""
    return ["link"]


class Study(Plan, Lesson, Words, Consent):
    """A design: what is taught, how, to how many, and in which words it is agreed."""

    slug = models.SlugField(unique=True)
    title = models.CharField(max_length=200)
    internal_title = models.CharField(
        max_length=200,
        blank=True,
        help_text="What the team calls it; participants never read it.",
    )
    state = models.CharField(max_length=8, choices=StudyState, default=StudyState.DRAFT)
    is_demo = models.BooleanField(default=False)
    archived_at = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="Not in the list since."
    )
    recruiters = models.JSONField(
        default=usual_recruiters,
        blank=True,
        help_text="Whose people may come: one or more of panel, mturk, prolific, "
        "personal, link.",
    )
    recruiter_options = models.JSONField(
        default=dict,
        blank=True,
        help_text="What the recruiters are told, by their names.",
    )
    earlier_studies = models.JSONField(
        default=list,
        blank=True,
        help_text="Whose people may not take part, by the studies' short names.",
    )
    # What the file or study that a draft was made of named and its maker may not.
    dropped_studies: Sequence[str] = ()
    accepts_simulated = models.BooleanField(default=False)
    deck_version = models.ForeignKey(
        DeckVersion, on_delete=models.PROTECT, related_name="studies"
    )
    questions_before = models.ForeignKey(
        Questionnaire,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="studies_before",
        help_text="Asked after consent; some answers may screen out.",
    )
    questionnaire = models.ForeignKey(
        Questionnaire, on_delete=models.PROTECT, null=True, blank=True
    )
    seed = models.CharField(max_length=64, default=new_study_seed, editable=False)
    seed_hash = models.CharField(
        max_length=64,
        blank=True,
        editable=False,
        help_text="SHA-256 of the seed, for telling before what it will have been.",
    )
    fingerprint = models.CharField(max_length=64, blank=True, editable=False)
    largest_gap_seconds = models.FloatField(
        null=True,
        blank=True,
        default=600,
        help_text="Sessions with a longer pause between two parts are flagged.",
    )
    accepted_warnings = models.JSONField(default=list, blank=True, editable=False)

    objects = StudyQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "studies"
        constraints = (
            models.CheckConstraint(
                condition=Q(n_concepts__gte=1, horizon__gte=1), name="study_not_empty"
            ),
            models.CheckConstraint(
                condition=Q(state=StudyState.DRAFT) | ~Q(fingerprint=""),
                name="study_open_is_fingerprinted",
            ),
            models.CheckConstraint(
                condition=Q(review_seconds__gte=0, grace_seconds__gte=0)
                & Q(idle_seconds__gt=0, postquiz_delay_seconds__gte=0)
                & Q(finish_seconds__gte=0)
                & (Q(learning_seconds=None) | Q(learning_seconds__gt=0))
                & (
                    Q(review_seconds_after_right=None)
                    | Q(review_seconds_after_right__gte=0)
                )
                & (Q(quiz_seconds=None) | Q(quiz_seconds__gt=0)),
                name="study_times_make_sense",
            ),
        )

    def __str__(self) -> str:
        return f"{self.title} ({self.slug})"

    @property
    def language_of_consent(self) -> str:
        """The language people agree in: that of the pages, unless another is said."""
        return self.consent_language or self.language

    @property
    def name(self) -> str:
        """What researchers call it."""
        return self.internal_title or self.title

    def reference_among(self, arms: Sequence[str]) -> str:
        """The arm that others are compared with: the one named, else the first."""
        return self.reference_arm if self.reference_arm in arms else arms[0]

    @property
    def is_draft(self) -> bool:
        return self.state == StudyState.DRAFT

    @property
    def is_closed(self) -> bool:
        return self.state == StudyState.CLOSED

    def is_over(self, *, now: datetime) -> bool:
        """Whether it is closed, and the time of those inside has run out."""
        if not self.is_closed:
            return False
        return self.finish_until is None or now > self.finish_until
