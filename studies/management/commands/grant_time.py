from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from studies.errors import StudyError
from studies.models import TeachingSession
from studies.services.enrolment.more_time import grant_time


class Command(BaseCommand):
    help = (
        "Give a participant more time for every card, before their prequiz. "
        "Example: manage.py grant_time 3f0c8a36-6f0c-4a53-9d3c-6a0a4f1f8b11 1.5"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("session", type=UUID, help="the session's id")
        parser.add_argument("factor", type=float, help="from 1 to 10")

    def handle(self, *args: Any, **options: Any) -> None:
        session = TeachingSession.objects.filter(public_id=options["session"]).first()
        if session is None:
            raise CommandError("There is no such session.")
        try:
            grant_time(
                session_id=session.pk, factor=options["factor"], now=timezone.now()
            )
        except StudyError as error:
            raise CommandError(error.message) from error
        self.stdout.write(f"{session}: {options['factor']} times as long")
