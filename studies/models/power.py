"""Estimates of power, kept so that nothing is computed twice."""

from django.db import models

from studies.models.study import Study


class PowerEstimate(models.Model):
    """The power of one design under some assumptions.

    ``name`` is a hash of both: when the design changes, its estimate is another one.
    """

    study = models.ForeignKey(
        Study,
        on_delete=models.CASCADE,
        related_name="power_estimates",
        db_index=False,
    )
    name = models.CharField(max_length=64)
    content = models.JSONField()
    computed_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["study", "name"], name="power_estimate"),
        )

    def __str__(self) -> str:
        return f"power of {self.study_id}: {self.name[:8]}"
