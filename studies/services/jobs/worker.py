"""The workers: django-tasks' own, which outlive a database that is away."""

import logging
import signal
import time
from types import FrameType
from uuid import uuid4

from django.db import connections
from django_tasks import DEFAULT_TASK_BACKEND_ALIAS
from django_tasks_db.management.commands import db_worker

from studies.outages import DATABASE_FAILURES, RETRY_AFTER_SECONDS
from studies.services.jobs.progress import STOPPING

logger = logging.getLogger("studies.worker")


EVERY_QUEUE = "*"


class Worker(db_worker.Worker):
    """Does one task of its queue after the other.

    When the process shall end, it puts the job it is at back into the queue.
    """

    def __init__(
        self, *, interval: float, queue: str = EVERY_QUEUE, until_empty: bool = False
    ) -> None:
        super().__init__(
            queue_names=[queue],
            excluded_queue_names=[],
            interval=interval,
            batch=until_empty,
            backend_name=DEFAULT_TASK_BACKEND_ALIAS,
            startup_delay=False,
            max_tasks=None,
            worker_id=uuid4().hex,
        )

    @property
    def running(self) -> bool:
        """Whether to go on: every worker of a process ends when one is told to."""
        return self._goes_on and not STOPPING.is_set()

    @running.setter
    def running(self, goes_on: bool) -> None:
        self._goes_on = goes_on

    def run(self) -> None:
        while self.running:
            try:
                super().run()
                return
            except DATABASE_FAILURES as error:
                logger.warning("The database did not answer: %s", error)
                connections.close_all()
                time.sleep(RETRY_AFTER_SECONDS)

    def shutdown(self, signum: int, frame: FrameType | None) -> None:
        """End with the next look; told again, at once.

        Not by an exception: it could meet a transaction that has begun and is in no
        block yet. Nobody would end it, and all would wait for its lock.
        """
        if not self.running:
            super().shutdown(signum, frame)
        logger.warning("Told to end by %s.", signal.strsignal(signum))
        STOPPING.set()
