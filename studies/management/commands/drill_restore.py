from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from studies.errors import BackupError
from studies.services.operations.backups.drilling import drill


class Command(BaseCommand):
    help = (
        "Try the newest backup: bring it back into a database that is thrown away, "
        "count its rows and verify the logs of all sessions. Fails if anything is "
        "amiss. Example: manage.py drill_restore"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, help="another backup")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            words = drill(now=timezone.now(), path=options["file"])
        except BackupError as error:
            raise CommandError(f"The trial failed. {error.message}") from error
        self.stdout.write(words)
