"""What came out of a study, computed once and read often."""

from django.db import models

from studies.models.study import Purpose, Study


class ResultsReport(models.Model):
    """The results of a study's people of one purpose, as they stood at a time.

    ``data_hash`` is of everything it was computed from: the same data under the same
    code is the same report.
    """

    study = models.ForeignKey(
        Study, on_delete=models.CASCADE, related_name="reports", db_index=False
    )
    purpose = models.CharField(max_length=10, choices=Purpose)
    data_hash = models.CharField(max_length=64)
    code_version = models.CharField(max_length=40)
    fingerprint = models.CharField(
        max_length=64,
        blank=True,
        default="",
        help_text="Counts and times of the data, to notice cheaply that they changed.",
    )
    report = models.JSONField()
    computed_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["study", "purpose", "data_hash", "code_version"],
                name="one_report_of_the_same_data",
            ),
        )

    def __str__(self) -> str:
        return f"results of {self.study_id}, {self.purpose}"
