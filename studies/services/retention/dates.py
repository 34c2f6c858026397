"""When a study deletes who took part, and when all that they gave."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from studies.models import Study
from studies.models.study import StudyState

IDENTITIES, DATA = "identities", "data"
NOTICE = timedelta(days=14)
_WHAT = {
    IDENTITIES: "The ids of participants are deleted",
    DATA: "All answers are deleted",
}


@dataclass(frozen=True)
class Deletion:
    """What goes when, not before."""

    what: str
    at: datetime

    @property
    def words(self) -> str:
        return f"{_WHAT[self.what]} on {self.at:%Y-%m-%d}, as the design says."

    advice = "Pay everybody and export what you may keep before; nobody can undo it."


def list_deletions(study: Study) -> Iterator[Deletion]:
    """What is still to be deleted of a study that is over or will be."""
    if not study.is_closed or study.finish_until is None:
        return
    planned = (
        (IDENTITIES, study.identities_kept_days, study.identities_deleted_at),
        (DATA, study.data_kept_days, study.data_deleted_at),
    )
    for what, days, done_at in planned:
        if days is not None and done_at is None:
            yield Deletion(what, study.finish_until + timedelta(days=days))


def promising() -> QuerySet[Study]:
    """Closed studies that said how long they keep something."""
    promised = Q(identities_kept_days__isnull=False) | Q(data_kept_days__isnull=False)
    return Study.objects.filter(promised, state=StudyState.CLOSED).order_by("pk")


def find_near(study: Study, *, now: datetime) -> list[Deletion]:
    """What goes so soon that its owners should know."""
    return [each for each in list_deletions(study) if each.at - NOTICE <= now]


def find_due(study: Study, *, now: datetime) -> list[Deletion]:
    return [each for each in list_deletions(study) if each.at <= now]
