"""Counting who looks at a study's link, without knowing anybody."""

from datetime import datetime
from enum import StrEnum

from django.db.models import F

from studies.models import Study, VisitCount
from studies.models.visits import purpose_of_visits


class Visit(StrEnum):
    """What is counted: the name of its column."""

    LOOKED = "n_visits"
    DECLINED = "n_declines"
    PREVIEWED = "n_previews"


def count_visit(study: Study, visit: Visit, *, now: datetime) -> None:
    """Add one to the day's number; the first of a day makes its row."""
    kept = {"study": study, "day": now.date(), "purpose": purpose_of_visits(study)}
    today = VisitCount.objects.filter(**kept)
    added = {visit.value: F(visit.value) + 1}
    if today.update(**added):
        return
    # Of two first visitors at once, one makes the row and both are counted.
    VisitCount.objects.bulk_create([VisitCount(**kept)], ignore_conflicts=True)
    today.update(**added)
