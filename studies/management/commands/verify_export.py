from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from studies.services.export.scripts.verify import verify


class Command(BaseCommand):
    help = (
        "Check a file of export_study: hashes, rows, columns and logs. It asks no "
        "database, and is in every export as verify.py. "
        "Example: manage.py verify_export german.zip"
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="the zip")

    def handle(self, *args: Any, **options: Any) -> None:
        faults, told = verify(options["file"])
        if faults:
            raise CommandError("\n".join(faults))
        self.stdout.write("\n".join(told))
