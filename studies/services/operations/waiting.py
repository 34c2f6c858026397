"""Work that waits for a worker."""

from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, Min
from django_tasks_db.models import DBTaskResult


class Waiting(NamedTuple):
    """How much there is, and since when the first of it waits."""

    n: int
    since: datetime | None


def waiting_work() -> Waiting:
    ready = DBTaskResult.objects.ready()
    return Waiting(**ready.aggregate(n=Count("pk"), since=Min("enqueued_at")))
