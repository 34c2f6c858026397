"""What a server does to keep its data: when it was done, and how it went."""

from django.db import models
from django.db.models import Q


class UpkeepKind(models.TextChoices):
    BACKUP = "backup", "backup"
    DRILL = "drill", "trial of a backup"


LONGEST_WORDS = 300


class UpkeepRun(models.Model):
    """One backup, or one trial of a backup; the newest of each is what is shown.

    ``is_good`` is null while it is under way, and stays so when it was killed.
    """

    kind = models.CharField(max_length=8, choices=UpkeepKind)
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    is_good = models.BooleanField(null=True, blank=True)
    size = models.PositiveBigIntegerField(default=0, help_text="In bytes.")
    file = models.CharField(max_length=100, blank=True)
    words = models.CharField(max_length=LONGEST_WORDS, blank=True)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(kind__in=UpkeepKind.values), name="upkeep_kind"
            ),
        )
        indexes = (models.Index(fields=["kind", "began_at"], name="newest_upkeep"),)

    def __str__(self) -> str:
        return f"{self.kind} of {self.began_at:%Y-%m-%d %H:%M}"
