"""The worker: django-tasks' own, which outlives a database that is away."""

import logging
import time
from types import FrameType
from uuid import uuid4

from django.db import connections
from django_tasks import DEFAULT_TASK_BACKEND_ALIAS, DEFAULT_TASK_QUEUE_NAME
from django_tasks_db.management.commands import db_worker

from studies.outages import DATABASE_FAILURES, RETRY_AFTER_SECONDS
from studies.services.jobs.progress import STOPPING

logger = logging.getLogger("studies.worker")


class Worker(db_worker.Worker):
    """Does one task after the other.

    When it shall end, it puts the job it is at back into the queue.
    """

    def __init__(self, *, interval: float, until_empty: bool = False) -> None:
        super().__init__(
            queue_names=[DEFAULT_TASK_QUEUE_NAME],
            excluded_queue_names=[],
            interval=interval,
            batch=until_empty,
            backend_name=DEFAULT_TASK_BACKEND_ALIAS,
            startup_delay=False,
            max_tasks=None,
            worker_id=uuid4().hex,
        )

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
        STOPPING.set()
        super().shutdown(signum, frame)
