from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from studies.management.inputs import find_study, open_table
from studies.services.analysis.exporting import changes_to_export, write_changes


class Command(BaseCommand):
    help = (
        "Write what was changed in studies while people could join them, as CSV; the "
        "last line counts the changes. "
        "Example: manage.py export_changes --study german --out changes.csv"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--study", default="", help="a study's name; all if none")
        parser.add_argument("--out", type=Path, help="a file; standard output if none")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["study"]:
            find_study(options["study"])
        rows = changes_to_export(study=options["study"])
        if options["out"] is None:
            write_changes(rows, self.stdout)  # type: ignore[arg-type]
            return
        with open_table(options["out"]) as file:
            n_rows = write_changes(rows, file)
        self.stderr.write(f"{n_rows} rows written to {options['out']}")
