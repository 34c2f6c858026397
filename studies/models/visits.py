"""How often a study was looked at and declined. No person is in these numbers."""

from django.db import models

from studies.models.study import Study


class VisitCount(models.Model):
    """One day of a study's link: who is counted is nobody, and reloading counts."""

    study = models.ForeignKey(
        Study, on_delete=models.CASCADE, related_name="visit_counts", db_index=False
    )
    day = models.DateField()
    n_visits = models.PositiveIntegerField(default=0)
    n_declines = models.PositiveIntegerField(default=0)
    n_previews = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ("study_id", "day")
        constraints = (
            models.UniqueConstraint(fields=["study", "day"], name="one_count_per_day"),
        )

    def __str__(self) -> str:
        return f"visits of {self.study_id} on {self.day}"
