"""What researchers decide and write about participants, and what they were told."""

from django.db import models

from studies.models.session import TeachingSession
from studies.models.study import Study


class ExclusionDecision(models.Model):
    """That somebody shall not count, or shall again. The last one holds.

    Rows are added and never changed, but for an erasure, which empties the reason.
    """

    session = models.ForeignKey(
        TeachingSession, on_delete=models.CASCADE, related_name="exclusions"
    )
    at = models.DateTimeField()
    who = models.CharField(max_length=150)
    is_excluded = models.BooleanField()
    reason = models.CharField(max_length=300, blank=True)
    after_unlocking = models.BooleanField(
        help_text="Whether somebody could have seen results by then."
    )
    after_seeing_outcomes = models.BooleanField(
        default=False,
        help_text="Whether whoever decided had seen answers judged, or an arm.",
    )

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"decision {self.pk} on {self.session_id}"

    @property
    def is_blind(self) -> bool:
        """Whether it was made before anything about outcomes could be known."""
        return not (self.after_unlocking or self.after_seeing_outcomes)


class ParticipantNote(models.Model):
    """What a researcher wrote about a participant. Deleted on erasure."""

    session = models.ForeignKey(
        TeachingSession, on_delete=models.CASCADE, related_name="notes"
    )
    at = models.DateTimeField()
    who = models.CharField(max_length=150)
    text = models.TextField()

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"note {self.pk} on {self.session_id}"


class AlertMail(models.Model):
    """That the owners of a study were told of an alert on a day: once is enough."""

    study = models.ForeignKey(
        Study, on_delete=models.CASCADE, related_name="alert_mails", db_index=False
    )
    alert = models.CharField(max_length=80)
    day = models.DateField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["study", "day", "alert"], name="one_mail_per_alert_and_day"
            ),
        )

    def __str__(self) -> str:
        return f"{self.alert} of {self.study_id}"
