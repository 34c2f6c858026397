"""Who may do what in a study, and who did what."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from studies.models.study import Study


class Role(models.TextChoices):
    OWNER = "owner"
    EDITOR = "editor"
    ANALYST = "analyst"
    VIEWER = "viewer"
    PAYER = "payer"


class Membership(models.Model):
    """What somebody is in a study."""

    study = models.ForeignKey(
        Study, on_delete=models.CASCADE, related_name="members", db_index=False
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships"
    )
    role = models.CharField(max_length=8, choices=Role)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["study", "user"], name="one_role_per_person"
            ),
            models.CheckConstraint(
                condition=Q(role__in=Role.values), name="member_role"
            ),
        )

    def __str__(self) -> str:
        return f"{self.role} of {self.study_id}"


class Action(models.TextChoices):
    """What is written into a study's log of what researchers did."""

    CREATED = "created", "created the study"
    DESIGN_CHANGED = "design_changed", "changed the design"
    STATE_CHANGED = "state_changed", "changed the state"
    ARCHIVED = "archived", "archived the study"
    BROUGHT_BACK = "brought_back", "brought the study back from the archive"
    LAUNCHED = "launched", "launched the study"
    PLACES_ADDED = "places_added", "added places"
    AMENDED = "amended", "amended the words"
    TRIED = "tried", "tried the study"
    SIMULATED = "simulated", "sent simulated participants"
    EXCLUDED = "excluded", "excluded a participant"
    INCLUDED = "included", "included a participant again"
    NOTED = "noted", "wrote a note"
    TIME_GRANTED = "time_granted", "granted more time"
    SCREENED_OUT = "screened_out", "screened a participant out"
    ERASED = "erased", "erased a participant"
    RETAINED = "retention", "let the server delete what its time was over for"
    IDENTITY_SEEN = "identity_seen", "looked at who somebody is"
    OUTCOMES_SEEN = "outcomes_seen", "looked at outcomes and arm of somebody"
    RESULTS_UNLOCKED = "results_unlocked", "unlocked the results"
    RESULTS_SEEN = "results_seen", "looked at results"
    EXPORTED = "exported", "exported data"
    REGRADED = "regraded", "graded the answers again"
    LINKS_MADE = "links_made", "made personal links"
    LINKS_REMOVED = "links_removed", "took personal links back"
    BUDGET_SET = "budget_set", "set the budget"
    FEE_SET = "fee_set", "set the fee of a recruiter"
    HITS_CREATED = "hits_created", "created HITs"
    HIT_EXTENDED = "hit_extended", "extended a HIT"
    HIT_EXPIRED = "hit_expired", "ended a HIT"
    TASK_NAMED = "task_named", "said which study it is at the recruiter"
    PAID = "paid", "paid somebody"
    PAID_BY_HAND = "paid_by_hand", "marked somebody as paid by hand"
    PAYMENT_UNDONE = "payment_undone", "took back that somebody was paid by hand"
    REJECTED = "rejected", "rejected a submission"
    REJECTION_REVERSED = "rejection_reversed", "paid a submission rejected before"
    SUBMISSION_JOINED = "submission_joined", "said whose a submission is"
    INVITED = "invited", "invited somebody"
    INVITATION_REVOKED = "invitation_revoked", "took an invitation back"
    JOINED_TEAM = "joined_team", "joined the team"
    ROLE_CHANGED = "role_changed", "changed a role"
    LEFT_TEAM = "left_team", "removed somebody from the team"


class AuditEntry(models.Model):
    """One thing that a researcher did in a study. Rows are added and never changed,
    but that of somebody who goes on editing the same, which says what came of it.

    ``who`` is a name, so that it stays when the account goes. ``detail`` names people
    by their pseudonyms alone; the number of a submission that was rejected goes when
    its person is erased.
    """

    study = models.ForeignKey(
        Study, on_delete=models.CASCADE, related_name="audit", db_index=False
    )
    at = models.DateTimeField()
    who = models.CharField(max_length=150)
    action = models.CharField(max_length=20, choices=Action)
    detail = models.JSONField(default=dict)

    class Meta:
        verbose_name_plural = "audit entries"
        indexes = (models.Index(fields=["study", "-at"], name="audit_of_study"),)

    def __str__(self) -> str:
        return f"{self.action} of {self.study_id}"
