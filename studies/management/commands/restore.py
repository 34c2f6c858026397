from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from studies.errors import BackupError
from studies.services.operations.backups.making import find_newest
from studies.services.operations.backups.restoring import restore
from studies.services.operations.erasures import (
    note_erasures,
    overwrite_log,
    read_erasures,
)
from studies.services.session.withdrawal import erase_again


class Command(BaseCommand):
    help = (
        "Bring back what a backup kept, in place of everything in the database. Stop "
        "the web server and the worker first. Nothing is touched before the whole file "
        "was read and found whole. Example: manage.py restore --newest"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        which = parser.add_mutually_exclusive_group(required=True)
        which.add_argument("file", nargs="?", type=Path, help="a backup")
        which.add_argument(
            "--newest", action="store_true", help="the newest of BACKUP_FOLDER"
        )
        parser.add_argument(
            "--replace",
            action="store_true",
            help="delete what is in the database, if there is something",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            path = options["file"] or find_newest()
            # Before they are gone from the database, too.
            erased = note_erasures() if options["replace"] else read_erasures()
            restored = restore(path, may_replace=options["replace"])
        except BackupError as error:
            raise CommandError(error.message) from error
        n_again = erase_again(erased, now=timezone.now())
        overwrite_log()
        made_at = restored.manifest.made_at
        self.stdout.write(f"Back to {made_at}: {restored.contents}.")
        if restored.was_older:
            self.stdout.write("Its tables were older, and were brought up to date.")
        if n_again:
            self.stdout.write(f"{n_again} erased again, who were erased since.")
