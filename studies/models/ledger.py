"""What recruiting costs: accounts with a budget, HITs, and payments that stay."""

from django.db import models
from django.db.models import Q

from studies.models.session import TeachingSession
from studies.models.study import Study


class RecruitingAccount(models.Model):
    """What a study may spend at one recruiter, in play money or in real.

    ``environment`` tells the two apart. Amounts are in minor units: cents.
    """

    study = models.ForeignKey(
        Study, on_delete=models.CASCADE, related_name="accounts", db_index=False
    )
    recruiter = models.CharField(max_length=16)
    environment = models.CharField(max_length=16)
    currency = models.CharField(max_length=3)
    budget = models.PositiveBigIntegerField(default=0)
    qualification = models.CharField(
        max_length=64,
        blank=True,
        help_text="What the recruiter marks this study's people with, by its id.",
    )
    task = models.CharField(
        max_length=64, blank=True, help_text="What the recruiter calls the study."
    )
    reward = models.PositiveIntegerField(
        default=0, help_text="For each, where the recruiter has one for all."
    )
    screen_out_reward = models.PositiveIntegerField(
        default=0,
        help_text="What the recruiter pays by itself to whom it screens out.",
    )
    looked_at = models.DateTimeField(
        null=True, blank=True, help_text="When the recruiter was last asked."
    )
    reported = models.JSONField(
        default=dict,
        blank=True,
        help_text="How many submissions it then told of, by their state.",
    )

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["study", "recruiter", "environment"],
                name="one_account_per_environment",
            ),
        )

    def __str__(self) -> str:
        return f"{self.recruiter} ({self.environment}) of {self.study_id}"


class Hit(models.Model):
    """A task offered to workers. The row is there before the recruiter hears of it.

    ``n_owed`` is how many may still have to be paid, beside the payments there are.
    """

    account = models.ForeignKey(
        RecruitingAccount, on_delete=models.PROTECT, related_name="hits"
    )
    token = models.CharField(max_length=64, unique=True)
    hit_id = models.CharField(max_length=64, blank=True, db_index=True)
    offer = models.JSONField(help_text="What the recruiter was told.")
    reward = models.PositiveIntegerField()
    fee = models.PositiveIntegerField(help_text="For each assignment.")
    n_at_first = models.PositiveIntegerField()
    n_assignments = models.PositiveIntegerField()
    n_owed = models.PositiveIntegerField()
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    who = models.CharField(max_length=150)

    def __str__(self) -> str:
        return self.hit_id or f"planned HIT {self.pk}"


class PaymentPurpose(models.TextChoices):
    APPROVAL = "approval", "the reward"
    BONUS = "bonus", "a bonus"
    PARTIAL = "partial", "a part, for who did not finish"


# Either of them settles what somebody is owed.
SETTLING = (PaymentPurpose.APPROVAL, PaymentPurpose.PARTIAL)


class PaymentState(models.TextChoices):
    PLANNED = "planned", "not sent yet"
    SENDING = "sending", "sent, not yet heard of"
    PAID = "paid", "paid"
    REFUSED = "refused", "not paid"


class PaymentRecord(models.Model):
    """One payment, written before the recruiter is asked to make it.

    Rows stay when a person is erased: ``session`` and ``assignment`` are cut. Hashes
    over random names still say that this was paid, the token, and for which claim it
    counts.
    """

    account = models.ForeignKey(
        RecruitingAccount,
        on_delete=models.PROTECT,
        related_name="payments",
        db_index=False,
    )
    hit = models.ForeignKey(
        Hit, on_delete=models.PROTECT, null=True, blank=True, related_name="payments"
    )
    session = models.ForeignKey(
        TeachingSession,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="payments",
    )
    assignment = models.CharField(max_length=64, blank=True)
    purpose = models.CharField(max_length=10, choices=PaymentPurpose)
    amount = models.PositiveIntegerField()
    fee = models.PositiveIntegerField()
    token = models.CharField(max_length=64, unique=True)
    state = models.CharField(
        max_length=10, choices=PaymentState, default=PaymentState.PLANNED
    )
    reference = models.CharField(
        max_length=64,
        blank=True,
        help_text="What the recruiter calls it, written before it is told to pay.",
    )
    said = models.CharField(
        max_length=300, blank=True, help_text="Why it was not paid."
    )
    claim = models.CharField(
        max_length=64,
        blank=True,
        help_text="Whose claim it settles, as a hash, once its person was erased.",
    )
    decide_by = models.DateTimeField(
        null=True,
        blank=True,
        help_text="When the recruiter pays the whole beside this part, unless "
        "somebody decides before.",
    )
    planned_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True, blank=True)
    settled_at = models.DateTimeField(null=True, blank=True)
    who = models.CharField(max_length=150)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["account", "assignment", "purpose"],
                condition=~Q(assignment=""),
                name="one_payment_of_a_kind",
            ),
            models.UniqueConstraint(
                fields=["session", "purpose"],
                condition=Q(session__isnull=False),
                name="one_payment_of_a_kind_per_session",
            ),
            models.CheckConstraint(
                condition=Q(
                    purpose__in=PaymentPurpose.values, state__in=PaymentState.values
                ),
                name="payment_purpose_and_state",
            ),
            models.CheckConstraint(condition=Q(amount__gt=0), name="payment_amount"),
        )
        indexes = (
            models.Index(fields=["account", "-planned_at"], name="payments_of_account"),
        )

    def __str__(self) -> str:
        return f"{self.purpose} {self.pk}: {self.state}"

    @property
    def is_paid(self) -> bool:
        return self.state == PaymentState.PAID


class WorkerMark(models.Model):
    """That a participant was given the qualification of a study's account.

    The study is their own, or a later one that keeps them out.
    """

    session = models.ForeignKey(
        TeachingSession,
        on_delete=models.CASCADE,
        related_name="worker_marks",
        db_index=False,
    )
    account = models.ForeignKey(
        RecruitingAccount, on_delete=models.CASCADE, related_name="marks"
    )
    at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["session", "account"], name="one_mark_per_account"
            ),
        )

    def __str__(self) -> str:
        return f"mark of {self.session_id}"


# States of a submission whose place is free again at the recruiter.
LOST = ("RETURNED", "TIMED-OUT", "REJECTED")


class ReportedSubmission(models.Model):
    """What a recruiter last said of somebody's submission. Deleted on erasure.

    ``freed_at`` says that the place was given back for it; once is enough, also if
    its person goes on. ``decide_by`` says when the recruiter pays the whole by itself,
    ``joined_by`` who said that it is theirs though it has not their code.
    """

    session = models.ForeignKey(
        TeachingSession,
        on_delete=models.CASCADE,
        related_name="submissions",
        db_index=False,
    )
    submission = models.CharField(max_length=64)
    status = models.CharField(max_length=24)
    at = models.DateTimeField()
    freed_at = models.DateTimeField(null=True, blank=True)
    decide_by = models.DateTimeField(null=True, blank=True)
    joined_by = models.CharField(max_length=150, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["session", "submission"], name="one_report_per_submission"
            ),
        )

    def __str__(self) -> str:
        return f"submission of {self.session_id}: {self.status}"
