from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from studies.models import DeckVersion
from studies.services.decks.exporting import export_deck


class Command(BaseCommand):
    help = (
        "Write a deck as a zip file with its licences, for import_deck to read. "
        "Example: manage.py export_deck german german.zip"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the deck")
        parser.add_argument("out", type=Path, help="the zip file to write")
        parser.add_argument(
            "--number", type=int, help="the version; the newest if none"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        versions = DeckVersion.objects.filter(deck__slug=options["slug"])
        if options["number"] is not None:
            versions = versions.filter(number=options["number"])
        version = versions.select_related("deck").order_by("-number").first()
        if version is None:
            raise CommandError("There is no such deck.")
        try:
            with options["out"].open("wb") as out:
                export_deck(version=version, out=out)
        except OSError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{version}: written to {options['out']}")
