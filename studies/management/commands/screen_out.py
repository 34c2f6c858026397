from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from studies.errors import StudyError
from studies.management.inputs import WHO
from studies.services.session.withdrawal import find_sessions, screen_out


class Command(BaseCommand):
    help = (
        "End the session of somebody who is not whom the study looks for. Their place "
        "goes to somebody else, and they get a code if the study pays for it. "
        "Example: manage.py screen_out 3f0c8a36-6f0c-4a53-9d3c-6a0a4f1f8b11 "
        '--reason "failed both attention checks"'
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("who", help=WHO)
        parser.add_argument("--study", default="", help="in which study")
        parser.add_argument(
            "--reason", default="", help="for the log; nobody is shown it"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        reason, now = options["reason"], timezone.now()
        try:
            for session in find_sessions(options["who"], study=options["study"]):
                screen_out(session_id=session.pk, reason=reason, now=now)
                self.stdout.write(f"{session}: screened out")
        except StudyError as error:
            raise CommandError(error.message) from error
