"""Signs of life: when something that runs in the background was last done."""

from django.db import models


class SignKind(models.TextChoices):
    SWEEP = "sweep"
    MISSED = "missed", "a card closed by the sweep"
    MAIL_SENT = "mail_sent"
    MAIL_FAILED = "mail_failed"


class Sign(models.Model):
    """When something last happened on any process of the site, and how often so far."""

    kind = models.CharField(max_length=16, choices=SignKind, primary_key=True)
    last_at = models.DateTimeField()
    n_times = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=models.Q(kind__in=SignKind.values), name="sign_kind"
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} at {self.last_at:%Y-%m-%d %H:%M}"
