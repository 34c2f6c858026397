"""What Prolific last said of a study's people, counted."""

from django.db.models import Count

from studies.models import ReportedSubmission, Study
from studies.services.owing import PAID_PURPOSES


def count_reports(study: Study) -> list[tuple[str, int]]:
    """How many of our people are in which state there, by its words."""
    told = ReportedSubmission.objects.filter(
        session__study=study, session__purpose__in=PAID_PURPOSES
    )
    rows = told.values("status").annotate(n=Count("pk")).order_by("status")
    return [(row["status"].lower(), row["n"]) for row in rows]
