import logging
from argparse import ArgumentParser
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import timezone
from django_tasks import DEFAULT_TASK_QUEUE_NAME

from studies.errors import BackupError
from studies.management.chores import as_log_lines, beside, sweep_once
from studies.models import TeachingSession
from studies.services.jobs.analyses import start_due
from studies.services.jobs.exports import delete_old_exports
from studies.services.jobs.progress import STOPPING
from studies.services.jobs.requeueing import PATIENCE, delete_old_tasks, requeue_lost
from studies.services.jobs.worker import Worker
from studies.services.monitoring.mailing import mail_alerts
from studies.services.operations.backups.drilling import drill_if_due
from studies.services.operations.backups.making import make_due_backup
from studies.services.operations.erasures import note_erasures, overwrite_log
from studies.services.recruiting.polling import poll_recruiters
from studies.services.retention.carrying_out import delete_due
from studies.services.retention.notices import mail_notices

MAIL_EVERY = timedelta(minutes=5)
POLL_SECONDS = 120
BACKUP_SECONDS = 60


class Command(BaseCommand):
    help = (
        "Do what researchers asked for in the background, sweep meanwhile, and take "
        "over what other workers left undone. Mails what needs attention, asks "
        "Mechanical Turk and Prolific about their people, deletes what studies said "
        "they would, makes a backup every BACKUP_HOURS and tries one every DRILL_DAYS. "
        "Goes on until stopped. Example: manage.py work"
    )
    _mailed_at: datetime | None = None
    _n_overwritten: int | None = None

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--every", type=float, default=10, help="seconds between sweeps"
        )
        parser.add_argument(
            "--look", type=float, default=1, help="seconds between looks for work"
        )
        parser.add_argument(
            "--patience",
            type=float,
            default=PATIENCE.total_seconds(),
            help="after so many seconds without a sign of life work is taken over",
        )
        parser.add_argument(
            "--once", action="store_true", help="end when there is nothing to do"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout = as_log_lines(self.stdout, logging.INFO)
        self.stderr = as_log_lines(self.stderr, logging.ERROR)
        patience = timedelta(seconds=options["patience"])
        chore = partial(self._tidy_up, patience)
        if options["once"]:
            chore()
            self._keep_data()
            Worker(interval=options["look"], until_empty=True).run()
            return
        # Apart from the sweep, which must not wait for a disk or somebody's server.
        with (
            beside(chore, every=options["every"], faults=self.stderr),
            beside(_poll, every=POLL_SECONDS, faults=self.stderr),
            beside(self._keep_data, every=BACKUP_SECONDS, faults=self.stderr),
        ):
            self._work(look=options["look"])

    def _work(self, *, look: float) -> None:
        """What takes minutes is done in a thread, what is short beside it."""
        worker = Worker(queue=DEFAULT_TASK_QUEUE_NAME, interval=look)
        patient = Worker(queue=settings.LONG_QUEUE, interval=look)
        worker.configure_signals()
        with beside(patient.run, every=look, faults=self.stderr):
            try:
                worker.run()
            finally:
                STOPPING.set()

    def _tidy_up(self, patience: timedelta) -> None:
        sweep_once(self.stdout)
        if settings.ALIVE_FILE:
            Path(settings.ALIVE_FILE).touch()
        now = timezone.now()
        delete_old_tasks(now=now)
        delete_old_exports(now=now)
        start_due(now=now)
        self._overwrite_erased()
        n_lost = requeue_lost(now=now, patience=patience)
        if n_lost:
            self.stdout.write(f"{n_lost} lost jobs queued again")
        if self._mailed_at is None or now - self._mailed_at >= MAIL_EVERY:
            self._mailed_at = now
            mail_alerts(now=now)
            mail_notices(now=now)
            delete_due(now=now)

    def _overwrite_erased(self) -> None:
        n_erased = TeachingSession.objects.filter(erased_at__isnull=False).count()
        if n_erased != self._n_overwritten and overwrite_log():
            self._n_overwritten = n_erased

    def _keep_data(self) -> None:
        self._back_up()
        self._try_backup()

    def _back_up(self) -> None:
        """Make a backup if one is due; one that failed is tried again."""
        try:
            if settings.BACKUP_HOURS:
                note_erasures()
            run = make_due_backup(now=timezone.now())
        except BackupError as error:
            self.stderr.write(f"No backup was made. {error.message}")
            return
        if run:
            self.stdout.write(f"Backup {run.file}: {run.words}")

    def _try_backup(self) -> None:
        try:
            words = drill_if_due(now=timezone.now())
        except BackupError as error:
            self.stderr.write(f"The trial failed. {error.message}")
            return
        if words:
            self.stdout.write(words)


def _poll() -> None:
    poll_recruiters(now=timezone.now())
