from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.utils import timezone

from studies.errors import BackupError
from studies.services.operations.backups.making import find_newest
from studies.services.operations.backups.replacing import (
    keep_what_is_there,
    require_nobody_at_work,
)
from studies.services.operations.backups.restoring import (
    Restored,
    require_suitable,
    restore,
)
from studies.services.operations.erasures import (
    Erased,
    note_erasures,
    overwrite_log,
    read_erasures,
)
from studies.services.session.withdrawal import erase_again


class Command(BaseCommand):
    help = (
        "Bring back what a backup kept, in place of everything in the database, which "
        "is kept in another file first. Stop the web server and the worker before. "
        "Nothing is touched before the whole file was read and found whole. Example: "
        "manage.py restore --newest"
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

        parser.add_argument(
            "--insist",
            action="store_true",
            help="replace although others use the database, or it cannot be kept",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            path = options["file"] or find_newest()
            require_suitable(path)
            # Before they are gone from the database, too.
            erased = self._set_aside(**options) if options["replace"] else None
            erased = read_erasures() if erased is None else erased
            restored = restore(path, may_replace=options["replace"])
        except BackupError as error:
            raise CommandError(error.message) from error
        n_again = erase_again(erased, now=timezone.now())
        overwrite_log()
        self._tell(restored, n_again)

    def _set_aside(self, *, insist: bool, **options: Any) -> Erased | None:
        """Who was erased, if there is anything to replace; that is kept in a file."""
        if not insist:
            require_nobody_at_work()
        try:
            kept = keep_what_is_there(now=timezone.now())
            erased = note_erasures() if kept else None
        except (BackupError, DatabaseError) as error:
            if not insist:
                raise BackupError(
                    f"What is there cannot be kept first: {_first_line(error)} "
                    "Add --insist if it may be lost."
                ) from error
            self.stderr.write(f"What was there is not kept: {_first_line(error)}")
            return None
        if kept:
            self.stdout.write(f"What was there is kept in {kept}.")
        return erased

    def _tell(self, restored: Restored, n_again: int) -> None:
        made_at = restored.manifest.made_at
        self.stdout.write(f"Back to {made_at}: {restored.contents}.")
        if restored.was_older:
            self.stdout.write("Its tables were older, and were brought up to date.")
        if n_again:
            self.stdout.write(f"{n_again} erased again, who were erased since.")


def _first_line(error: Exception) -> str:
    """What follows may quote somebody's row."""
    line, _, _ = str(error).strip().partition("\n")
    return f"{line.rstrip('.')}."
