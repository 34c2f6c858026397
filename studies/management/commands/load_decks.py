from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from tqdm import tqdm

from studies.errors import DeckError
from studies.services.decks.reading import read_deck
from studies.services.decks.storing import store_deck


class Command(BaseCommand):
    help = (
        "Load the shipped decks; a changed table makes a new version. "
        "Example: manage.py load_decks german"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("names", nargs="*", help="folders in decks/; all if none")

    def handle(self, *args: Any, **options: Any) -> None:
        for folder in tqdm(self._folders(options["names"]), disable=None):
            try:
                version, is_new = store_deck(file=read_deck(folder), now=timezone.now())
            except (DeckError, OSError) as error:
                raise CommandError(f"{folder.name}: {error}") from error
            verb = "loaded" if is_new else "is loaded already"
            self.stdout.write(f"{version} {verb}: {version.concepts.count()} concepts")

    def _folders(self, names: list[str]) -> list[Path]:
        root = Path(settings.BASE_DIR) / "decks"
        if names:
            return [root / Path(name).name for name in names]
        return sorted(path.parent for path in root.glob("*/deck.csv"))
