from typing import Any

from django.core.management.base import BaseCommand, CommandError

from studies.errors import StudyError
from studies.services.demo import create_demo_studies


class Command(BaseCommand):
    help = (
        "Create the paper's studies with four arms, German words and animals, each "
        "also as a quick one with short times. Example: manage.py create_demo"
    )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            studies = create_demo_studies()
        except StudyError as error:
            raise CommandError(error.message) from error
        for study in studies:
            self.stdout.write(f"{study.slug}: {study.title} ({study.state})")
