"""How somebody who works on a job tells how far they are, and hears when to stop."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection
from django.db.models import QuerySet
from django.utils import timezone

from studies.models import Job
from studies.models.job import JobState
from studies.outages import DATABASE_FAILURES

BEAT_SECONDS = 2.0
# Set when this process shall end; whoever works puts the job back and goes.
STOPPING = threading.Event()


class TakenAwayError(Exception):
    """The job was cancelled, or somebody else was given it."""


class StoppedError(Exception):
    """The worker shall end."""


class JobRun:
    """One go at a job. It writes as long as the job is its own."""

    def __init__(self, job: Job) -> None:
        self.job = job

    def report(self, n_done: int) -> None:
        """Store that ``n_done`` of all are done; an error ends the work."""
        self.change(n_done=n_done, n_attempts=0, heartbeat_at=timezone.now())
        if STOPPING.is_set() and n_done < self.job.n_total:
            raise StoppedError

    def change(self, **values: Any) -> None:
        """Write to the job's row, if it still is this run's."""
        if not self._own().update(**values):
            raise TakenAwayError

    @contextmanager
    def beating(self) -> Iterator[None]:
        """Tell now and then, within the block, that somebody works on the job."""
        ended = threading.Event()
        thread = threading.Thread(target=self._beat, args=(ended,), daemon=True)
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join()

    def _beat(self, ended: threading.Event) -> None:
        while not ended.wait(BEAT_SECONDS):
            try:
                self._own().update(heartbeat_at=timezone.now())
            except DATABASE_FAILURES:
                # Others take the job over when this lasts.
                connection.close()
        connection.close()

    def _own(self) -> QuerySet[Job]:
        job = self.job
        return Job.objects.filter(pk=job.pk, run=job.run, state=JobState.RUNNING)
