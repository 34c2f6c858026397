from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from studies.errors import BackupError
from studies.services.operations.backups.making import make_backup


class Command(BaseCommand):
    help = (
        "Keep everything stored so far in one file in BACKUP_FOLDER, while people go "
        "on answering. It is encrypted if BACKUP_KEY is set, and older backups than "
        "the newest BACKUP_KEEP are deleted. Example: manage.py backup"
    )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            run = make_backup(now=timezone.now())
        except BackupError as error:
            raise CommandError(f"No backup was made. {error.message}") from error
        self.stdout.write(f"{settings.BACKUP_FOLDER / run.file}: {run.words}")
