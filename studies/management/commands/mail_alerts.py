import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.db import close_old_connections
from django.utils import timezone

from studies.outages import DATABASE_FAILURES
from studies.services.mail import is_mail_configured
from studies.services.monitoring.mailing import mail_alerts


class Command(BaseCommand):
    help = (
        "Mail the owners of running studies what needs attention, each alert once a "
        "day. Example: manage.py mail_alerts --loop --every 300"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--loop", action="store_true", help="go on until stopped")
        parser.add_argument(
            "--every", type=float, default=300, help="seconds between looks"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if not is_mail_configured():
            self.stdout.write("No mail server is set (EMAIL_HOST): nothing is mailed.")
            return
        if not options["loop"]:
            self._mail()
        while options["loop"]:
            try:
                self._mail()
            except DATABASE_FAILURES as error:
                self.stderr.write(f"The database did not answer: {error}")
            close_old_connections()
            time.sleep(options["every"])

    def _mail(self) -> None:
        if n_sent := mail_alerts(now=timezone.now()):
            self.stdout.write(f"{n_sent} mailed")
