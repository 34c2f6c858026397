"""Studies: their design, their states and their changes."""

import secrets
from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import Self

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import override

from studies.languages import DEFAULT_LANGUAGE, LANGUAGES
from studies.models.deck import DeckVersion
from studies.models.questions import Questionnaire


class StudyState(models.TextChoices):
    DRAFT = "draft"
    PILOT = "pilot"
    LIVE = "live"
    PAUSED = "paused"
    CLOSED = "closed"


ASKING = (StudyState.PILOT, StudyState.LIVE, StudyState.PAUSED)


class Sampling(models.TextChoices):
    SIMPLE = "simple"
    STRATIFIED = "stratified"


class PrimaryOutcome(models.TextChoices):
    """What arms are compared on, one number per participant."""

    LEARNT = "learnt", "of the concepts wrong before, the share right after"
    NET_GAIN = "net_gain", "share right after minus share right before"
    GAINED = "gained", "wrong before and right after, of all concepts"


class PrimaryTest(models.TextChoices):
    """How arms are compared; the other way stands beside it."""

    WELCH = "welch", "the means as they are (Welch’s t)"
    ANCOVA = "ancova", "given the prequiz (ANCOVA)"


class Purpose(models.TextChoices):
    REAL = "real"
    PILOT = "pilot"
    PREVIEW = "preview"
    SIMULATED = "simulated"
    PRACTICE = "practice"


def new_study_seed() -> str:
    """256 random bits, as hexadecimal."""
    return secrets.token_hex(32)


def usual_recruiters() -> list[str]:
    """Open links alone: who may come in several ways may come several times."""
    return ["link"]


class StudyQuerySet(models.QuerySet["Study"]):
    def in_earnest(self) -> Self:
        """Studies that ask, or will again: no demo may teach it at the same time.

        A closed one asks those inside until their time to finish is over, and a draft
        the people of its pilot.
        """
        finishing = Q(state=StudyState.CLOSED, finish_until__gte=timezone.now())
        piloted = Q(
            state=StudyState.DRAFT,
            sessions__purpose=Purpose.PILOT,
            sessions__is_away=False,
            sessions__completed_at=None,
            sessions__withdrawn_at=None,
            sessions__screened_out_at=None,
        ) & Q(sessions__isnull=False)
        is_asking = Q(state__in=ASKING) | finishing | piloted
        return self.filter(is_asking, is_demo=False).distinct()

    def sharing_deck(self, study: "Study") -> Self:
        """Others with the deck of ``study``, in whichever version, but for demos."""
        same = self.filter(deck_version__deck__versions=study.deck_version_id)
        return same.filter(is_demo=False).exclude(pk=study.pk)

    def is_asked_elsewhere(self, study: "Study") -> bool:
        """Whether another study in earnest asks about the deck of ``study``.

        Every answer of a try asks that. Mostly no other study has the deck, which is
        found out in a fraction of the time.
        """
        others = self.sharing_deck(study)
        return others.exists() and others.in_earnest().exists()

    def asking_beside(self, study: "Study") -> Self:
        """The other studies in earnest that ask about the deck of ``study``."""
        return self.sharing_deck(study).in_earnest()


class Study(models.Model):
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
    hypothesis = models.TextField(blank=True)
    primary_outcome = models.CharField(
        max_length=10, choices=PrimaryOutcome, default=PrimaryOutcome.LEARNT
    )
    primary_test = models.CharField(
        max_length=10, choices=PrimaryTest, default=PrimaryTest.WELCH
    )
    reference_arm = models.CharField(
        max_length=50, blank=True, help_text="The arm that others are compared with."
    )
    exclusion_rules = models.JSONField(
        default=dict, blank=True, help_text="Thresholds by the name of their rule."
    )
    stopping_rule = models.TextField(blank=True)
    n_planned_looks = models.PositiveSmallIntegerField(
        default=0, help_text="How often results are looked at before the end."
    )
    equivalence_margin = models.FloatField(
        null=True,
        blank=True,
        help_text="A smaller difference, as a share, is as good as none.",
    )
    preregistration_url = models.CharField(max_length=500, blank=True)
    seed = models.CharField(max_length=64, default=new_study_seed, editable=False)
    seed_hash = models.CharField(
        max_length=64,
        blank=True,
        editable=False,
        help_text="SHA-256 of the seed, for telling before what it will have been.",
    )
    fingerprint = models.CharField(max_length=64, blank=True, editable=False)

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

    language = models.CharField(
        max_length=8,
        choices=LANGUAGES,
        default=DEFAULT_LANGUAGE,
        help_text="Of the pages; the deck has languages of its own.",
    )
    about_text = models.TextField(blank=True, help_text="What this is, in Markdown.")
    organiser = models.CharField(max_length=200, blank=True)
    contact = models.CharField(
        max_length=200, blank=True, help_text="Whom to write to: an e-mail address."
    )
    ethics_number = models.CharField(max_length=100, blank=True)
    pay_text = models.CharField(
        max_length=200, blank=True, help_text="What finishing pays, such as 4 dollars."
    )
    pay_amount = models.DecimalField(
        max_digits=8,
        decimal_places=2,
        null=True,
        blank=True,
        help_text="For the summary of costs; participants read the pay text.",
    )
    currency = models.CharField(max_length=3, default="USD")
    fee_percent = models.DecimalField(
        max_digits=5,
        decimal_places=2,
        default=0,
        help_text="What the recruiter takes on top of the pay.",
    )
    pays_withdrawn = models.BooleanField(
        default=False,
        help_text="Those who stop early or run out of time get a code as well.",
    )
    pays_screened_out = models.BooleanField(
        default=False, help_text="Those who are screened out get a code as well."
    )
    partial_pay_amount = models.DecimalField(
        max_digits=8,
        decimal_places=2,
        null=True,
        blank=True,
        help_text="What such a code pays, for the list of payments.",
    )
    partial_pay_text = models.CharField(
        max_length=200, blank=True, help_text="What such a code pays, such as 1 dollar."
    )
    debrief_text = models.TextField(
        blank=True, help_text="Shown before the completion code, in Markdown."
    )
    left_debrief_text = models.TextField(
        blank=True,
        help_text="Shown to those who leave or are screened out, in Markdown; "
        "if empty, a sentence and the contact.",
    )
    leavers_read_debrief = models.BooleanField(
        default=False,
        help_text="Those who leave or are screened out read the debriefing of those "
        "who finish. They may come again, or tell others.",
    )
    completion_url = models.CharField(
        max_length=500,
        blank=True,
        help_text="The way back to the recruiter; {code} becomes the code.",
    )

    consent_version = models.CharField(max_length=20, default="1")
    consent_language = models.CharField(
        max_length=16, blank=True, help_text="If empty, that of the pages."
    )
    consent_text = models.TextField(blank=True)
    consent_parts = models.JSONField(
        default=dict, blank=True, help_text="What the consent text is built from."
    )
    minimum_age = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Asked for by a box to tick at the consent."
    )
    identities_kept_days = models.PositiveIntegerField(
        null=True,
        blank=True,
        help_text="From when the study is over until who took part is deleted.",
    )
    data_kept_days = models.PositiveIntegerField(
        null=True,
        blank=True,
        help_text="From when the study is over until all answers are deleted.",
    )
    identities_deleted_at = models.DateTimeField(null=True, blank=True, editable=False)
    data_deleted_at = models.DateTimeField(null=True, blank=True, editable=False)
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
    def pay_words(self) -> str:
        """What participants read of the pay: its own words, else the amount."""
        return self.pay_text or self._say(self.pay_amount)

    @property
    def partial_pay_words(self) -> str:
        """What participants read of the part that a code without finishing pays."""
        return self.partial_pay_text or self._say(self.partial_pay_amount)

    def _say(self, amount: Decimal | None) -> str:
        if not amount:
            return ""
        with override(self.language):
            return f"{number_format(amount, 2)} {self.currency}"

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


class ChangeKind(models.TextChoices):
    TOP_UP = "top_up"
    AMENDMENT = "amendment"


class StudyChange(models.Model):
    """What was changed in a study that people could join, by whom, and why.

    ``fingerprint`` is that of the design from then on.
    """

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="changes")
    at = models.DateTimeField()
    who = models.CharField(max_length=150)
    kind = models.CharField(max_length=10, choices=ChangeKind)
    before = models.JSONField()
    after = models.JSONField()
    reason = models.CharField(max_length=200, blank=True)
    fingerprint = models.CharField(max_length=64)

    class Meta:
        ordering = ("study_id", "pk")

    def __str__(self) -> str:
        return f"{self.kind} of {self.study_id}"
