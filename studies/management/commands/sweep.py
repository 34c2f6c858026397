import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.db import close_old_connections
from django.utils import timezone

from studies.outages import DATABASE_FAILURES
from studies.services.identities import delete_expired_marks
from studies.services.session.sweeping import Swept, sweep


class Command(BaseCommand):
    help = (
        "Close cards whose time ran out, end reviews that nobody leaves, and return "
        "the places of people who left. "
        "Example: manage.py sweep --loop --every 10"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--loop", action="store_true", help="go on until stopped")
        parser.add_argument(
            "--every", type=float, default=10, help="seconds between sweeps"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["loop"]:
            self._sweep()
        while options["loop"]:
            try:
                self._sweep()
            except DATABASE_FAILURES as error:
                self.stderr.write(f"The database did not answer: {error}")
            close_old_connections()
            time.sleep(options["every"])

    def _sweep(self) -> None:
        now = timezone.now()
        swept = sweep(now=now)
        delete_expired_marks(now=now)
        if swept != Swept(0, 0):
            self.stdout.write(
                f"{swept.n_missed} missed, {swept.n_away} away, "
                f"{swept.n_reviews} reviews ended, {swept.n_cut_off} cut off"
            )
