"""When something was last done to keep the data, how it went, and when it is due."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from studies.errors import StudyError
from studies.models import UpkeepRun
from studies.models.upkeep import LONGEST_WORDS, UpkeepKind

# A run that says nothing for so long was killed.
LONGEST_RUN = timedelta(hours=6)
RETRY_AFTER = {
    UpkeepKind.BACKUP: timedelta(minutes=15),
    UpkeepKind.DRILL: timedelta(days=1),
}
KEPT_RUNS = timedelta(days=90)


@dataclass(frozen=True)
class LastRun:
    """How the newest backup or trial went, and when the newest good one was made."""

    when: datetime
    outcome: str
    words: str
    size: int
    age: timedelta
    good_when: datetime | None
    good_age: timedelta | None

    @property
    def is_good(self) -> bool:
        return self.outcome == "done"


def last_backup(*, now: datetime | None = None) -> LastRun | None:
    """How the newest backup stands; None where none was ever begun.

    ``outcome`` is ``done``, ``failed`` or ``running``. ``size`` is in bytes, ``age``
    counts from when it began: the state it holds is that of this moment.
    """
    return _last(UpkeepKind.BACKUP, now=now or timezone.now())


def last_drill(*, now: datetime | None = None) -> LastRun | None:
    """How the newest trial of a backup stands; None where none was ever begun."""
    return _last(UpkeepKind.DRILL, now=now or timezone.now())


def _last(kind: UpkeepKind, *, now: datetime) -> LastRun | None:
    runs = UpkeepRun.objects.filter(kind=kind).order_by("-began_at", "-pk")
    run = runs.first()
    if run is None:
        return None
    good = runs.filter(is_good=True).first()
    return LastRun(
        when=run.began_at,
        outcome=_outcome(run, now=now),
        words=run.words,
        size=run.size,
        age=now - run.began_at,
        good_when=good.began_at if good else None,
        good_age=now - good.began_at if good else None,
    )


def _outcome(run: UpkeepRun, *, now: datetime) -> str:
    if run.is_good:
        return "done"
    is_under_way = run.is_good is None and now - run.began_at < LONGEST_RUN
    return "running" if is_under_way else "failed"


@contextmanager
def recorded(run: UpkeepRun) -> Iterator[UpkeepRun]:
    """Keep how the block went; what it has to say is in ``words`` and ``size``."""
    try:
        yield run
    except Exception as error:
        words = error.message if isinstance(error, StudyError) else repr(error)
        _end(run, is_good=False, words=words)
        raise
    _end(run, is_good=True, words=run.words)


def _end(run: UpkeepRun, *, is_good: bool, words: str) -> None:
    run.is_good, run.words = is_good, words[:LONGEST_WORDS]
    run.ended_at = timezone.now()
    run.save()


def newest_good_backup() -> UpkeepRun | None:
    runs = UpkeepRun.objects.filter(kind=UpkeepKind.BACKUP, is_good=True)
    return runs.order_by("-began_at", "-pk").first()


def mark_lost(run: UpkeepRun, *, words: str) -> None:
    """What was kept is kept no longer: a new one is due."""
    run.is_good, run.words = False, words[:LONGEST_WORDS]
    run.save(update_fields=["is_good", "words"])


def begin_run(kind: UpkeepKind, *, now: datetime) -> UpkeepRun:
    UpkeepRun.objects.filter(began_at__lt=now - KEPT_RUNS).delete()
    return UpkeepRun.objects.create(kind=kind, began_at=now)


def begin_due_backup(*, now: datetime) -> UpkeepRun | None:
    """Begin a backup if one is due."""
    every = timedelta(hours=settings.BACKUP_HOURS)
    return _begin_due(UpkeepKind.BACKUP, every=every, now=now)


def begin_due_drill(*, now: datetime) -> UpkeepRun | None:
    """Begin a trial if one is due, of the backups that are made here."""
    made = UpkeepRun.objects.filter(kind=UpkeepKind.BACKUP, is_good=True)
    if not settings.BACKUP_HOURS or not made.exists():
        return None
    every = timedelta(days=settings.DRILL_DAYS)
    return _begin_due(UpkeepKind.DRILL, every=every, now=now)


@transaction.atomic
def _begin_due(
    kind: UpkeepKind, *, every: timedelta, now: datetime
) -> UpkeepRun | None:
    """Begin what is done ``every`` so often, or never; of several workers, one does."""
    if not every:
        return None
    # Whoever waited for the lock looks again: another has begun meanwhile.
    _newest(kind, is_locked=True)
    newest = _newest(kind, is_locked=False)
    is_due = newest is None or _is_due(newest, every=every, now=now)
    return begin_run(kind, now=now) if is_due else None


def _newest(kind: UpkeepKind, *, is_locked: bool) -> UpkeepRun | None:
    runs = UpkeepRun.objects.filter(kind=kind)
    runs = runs.select_for_update() if is_locked else runs
    return runs.order_by("-began_at", "-pk").first()


def _is_due(newest: UpkeepRun, *, every: timedelta, now: datetime) -> bool:
    has_failed = _outcome(newest, now=now) == "failed"
    wait = min(every, RETRY_AFTER[UpkeepKind(newest.kind)]) if has_failed else every
    return now - newest.began_at >= wait
