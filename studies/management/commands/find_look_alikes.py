from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from studies.errors import DeckError
from studies.grading.rule import GradingRule, Level
from studies.services.decks.files import read_file
from studies.services.decks.look_alikes import find_look_alikes, read_words
from studies.services.decks.tables import decode_table, read_table


class Command(BaseCommand):
    help = (
        "Print the real words that would pass for a typo of an answer: the column "
        "look_alikes is for those that people use. Words of a table that are listed "
        "there already are not printed. Example: manage.py find_look_alikes "
        "decks/german/deck.csv /usr/share/dict/ngerman"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("table", type=Path, help="a deck's table")
        parser.add_argument("words", type=Path, help="a word per line, in UTF-8")
        parser.add_argument(
            "--level", choices=[*map(str, Level)], default=Level.NORMAL.value
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            reading = read_table(decode_table(read_file(options["table"])))
            words = read_words(options["words"])
            if reading.errors:
                raise DeckError("; ".join(map(str, reading.errors)))
        except (DeckError, OSError) as error:
            raise CommandError(str(error)) from error
        rule = GradingRule(level=Level(options["level"]))
        found = find_look_alikes(rows=reading.rows, rule=rule, words=words)
        for row, look_alikes in tqdm(found, total=len(reading.rows), disable=None):
            concept = reading.rows[row]
            if look_alikes:
                named = ";".join(look_alikes)
                self.stdout.write(f"{concept.number} {concept.answer}: {named}")
