from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from studies.errors import DeckError
from studies.grading.rule import ArticleRule, Level
from studies.services.decks.files import read_file
from studies.services.decks.importing import Upload, import_deck, preview_deck
from studies.services.decks.look_alikes import read_words
from studies.services.decks.manifest import TELLABLE
from studies.services.decks.reading import Preview


class Command(BaseCommand):
    help = (
        "Make a deck of a table (CSV or TSV, UTF-8) and pictures, or of an archive "
        "that export_deck wrote. Faults are named by row, and nothing is saved then. "
        "Example: manage.py import_deck birds.csv --pictures birds/ --dry-run"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the table, or an archive")
        parser.add_argument(
            "--pictures", type=Path, help="a folder or zip; also of sounds"
        )
        parser.add_argument(
            "--words",
            type=Path,
            help="a list of words of the answers' language, one per line, to be "
            "warned of those that would pass for a typo of an answer",
        )
        parser.add_argument("--dry-run", action="store_true", help="look, save nothing")
        choices = {"level": [*map(str, Level)], "article": [*map(str, ArticleRule)]}
        for name in TELLABLE:
            flag = f"--{name.replace('_', '-')}"
            parser.add_argument(flag, default="", choices=choices.get(name))

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            preview = preview_deck(upload=self._upload(options))
            self._report(preview)
            if preview.errors:
                raise CommandError(f"{len(preview.errors)} faults; nothing was saved.")
            if options["dry_run"]:
                n_rows = len(preview.rows)
                self.stdout.write(f"{n_rows} concepts would be saved.")
                return
            version, is_new = import_deck(preview=preview, now=timezone.now())
        except (DeckError, OSError) as error:
            raise CommandError(str(error)) from error
        verb = "saved" if is_new else "is there already"
        self.stdout.write(f"{version} {verb}: {version.concepts.count()} concepts")

    def _upload(self, options: dict[str, Any]) -> Upload:
        pictures: Path | None = options["pictures"]
        is_folder = pictures is not None and pictures.is_dir()
        return Upload(
            table=read_file(options["file"]),
            name=options["file"].name,
            pictures=read_file(pictures) if pictures and not is_folder else b"",
            folder=pictures if is_folder else None,
            about={name: options[name] for name in TELLABLE},
            words=read_words(options["words"]) if options["words"] else None,
        )

    def _report(self, preview: Preview) -> None:
        for note in preview.errors:
            self.stderr.write(self.style.ERROR(f"error: {note}"))
        for note in preview.warnings:
            self.stdout.write(self.style.WARNING(f"warning: {note}"))
