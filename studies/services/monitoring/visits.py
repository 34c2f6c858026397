"""Who looked at a study's page, as counts alone."""

from django.db.models import Sum
from django.db.models.functions import Coalesce

from studies.models import Study
from studies.services.allocation import COUNTED
from studies.services.monitoring.funnel import Visits


def visits_of(study: Study, *, purpose: str) -> Visits | None:
    """All visits for a purpose; people made of code and those who try leave none."""
    if purpose not in COUNTED:
        return None
    sums = study.visit_counts.filter(purpose=purpose).aggregate(
        n_visits=Coalesce(Sum("n_visits"), 0),
        n_declined=Coalesce(Sum("n_declines"), 0),
    )
    return Visits(**sums)
