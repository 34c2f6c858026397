from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from studies.errors import StudyError
from studies.services.design.demo import create_demo_studies


class Command(BaseCommand):
    help = (
        "Create the paper's studies with four arms, German words and animals, each "
        "also as a quick one with short times. Example: manage.py create_demo"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--review-seconds",
            type=float,
            help="how long answers are shown; 0 for simulated participants",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            studies = create_demo_studies(review_seconds=options["review_seconds"])
        except StudyError as error:
            raise CommandError(error.message) from error
        for study in studies:
            self.stdout.write(f"{study.slug}: {study.title} ({study.state})")
