from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from studies.errors import StudyError
from studies.management.inputs import find_study, who_commands
from studies.services.design.amending import add_places


class Command(BaseCommand):
    help = (
        "Give every arm of an open study more places, and log it. "
        'Example: manage.py add_places german 10 --reason "two asked for erasure"'
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("study", help="the study's name in its link")
        parser.add_argument("n_more", type=int, help="how many places per arm")
        parser.add_argument("--reason", default="", help="for the log")

    def handle(self, *args: Any, **options: Any) -> None:
        study = find_study(options["study"])
        try:
            change = add_places(
                study_id=study.pk,
                n_more=options["n_more"],
                who=who_commands(),
                reason=options["reason"],
                now=timezone.now(),
            )
        except StudyError as error:
            raise CommandError(error.message) from error
        for arm, n_places in change.after.items():
            self.stdout.write(f"{arm}: {n_places} places")
