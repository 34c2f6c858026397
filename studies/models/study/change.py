"""Changes of studies that people could join."""

from django.db import models

from studies.models.study.choices import ChangeKind
from studies.models.study.study import Study


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
