"""How often a study was looked at and declined. No person is in these numbers."""

from django.db import models

from studies.models.study import Purpose, Study, StudyState

_BEFORE_LAUNCH = (StudyState.DRAFT, StudyState.PILOT)


def purpose_of_visits(study: Study) -> Purpose:
    """What a visitor of now would take part for."""
    return Purpose.PILOT if study.state in _BEFORE_LAUNCH else Purpose.REAL


class VisitCount(models.Model):
    """One day of a study's link: who is counted is nobody, and reloading counts.

    Visits of a pilot are none of the study's.
    """

    study = models.ForeignKey(
        Study, on_delete=models.CASCADE, related_name="visit_counts", db_index=False
    )
    day = models.DateField()
    purpose = models.CharField(
        max_length=10, choices=Purpose, default=Purpose.REAL, editable=False
    )
    n_visits = models.PositiveIntegerField(default=0)
    n_declines = models.PositiveIntegerField(default=0)
    n_previews = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ("study_id", "day", "purpose")
        constraints = (
            models.UniqueConstraint(
                fields=["study", "day", "purpose"], name="one_count_per_day"
            ),
        )

    def __str__(self) -> str:
        return f"visits of {self.study_id} on {self.day}"
