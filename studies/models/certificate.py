"""What the teachers of designs reach of the possible, kept as it takes a while."""

from django.db import models

from studies.models.study import Study


class DesignCertificate(models.Model):
    """How near the arms of one design come to what no teacher can exceed.

    ``name`` is a hash of all that it depends on: a changed design has another one.
    """

    study = models.ForeignKey(
        Study, on_delete=models.CASCADE, related_name="certificates", db_index=False
    )
    name = models.CharField(max_length=64)
    content = models.JSONField()
    computed_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["study", "name"], name="design_certificate"
            ),
        )

    def __str__(self) -> str:
        return f"certificate of {self.study_id}: {self.name[:8]}"
