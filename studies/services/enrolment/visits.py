"""Counting who looks at a study's link, without knowing anybody."""

from datetime import datetime
from enum import StrEnum

from django.db.models import F

from studies.models import Study, VisitCount


class Visit(StrEnum):
    """What is counted: the name of its column."""

    LOOKED = "n_visits"
    DECLINED = "n_declines"
    PREVIEWED = "n_previews"


def count_visit(study: Study, visit: Visit, *, now: datetime) -> None:
    """Add one to the day's number; the first of a day makes its row."""
    today = VisitCount.objects.filter(study=study, day=now.date())
    added = {visit.value: F(visit.value) + 1}
    if today.update(**added):
        return
    # Of two first visitors at once, one makes the row and both are counted.
    row = VisitCount(study=study, day=now.date())
    VisitCount.objects.bulk_create([row], ignore_conflicts=True)
    today.update(**added)
