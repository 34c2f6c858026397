from argparse import ArgumentParser
from functools import partial
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from tqdm import tqdm

from studies.management.inputs import find_study, open_table
from studies.models.study import Purpose
from studies.services.analysis.exporting import responses_to_export, write_responses


class Command(BaseCommand):
    help = (
        "Write responses as raw CSV, one line per card; the last line counts them. "
        "Example: manage.py export_responses --study german --out responses.csv"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--study", default="", help="a study's name; all if none")
        parser.add_argument(
            "--purpose",
            action="append",
            choices=Purpose.values,
            help="which sessions, real ones by default; may be given more than once",
        )
        parser.add_argument("--out", type=Path, help="a file; standard output if none")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["study"]:
            find_study(options["study"])
        rows = responses_to_export(
            study=options["study"], purposes=options["purpose"] or [Purpose.REAL]
        )
        if options["out"] is None:
            write_responses(rows, self.stdout)  # type: ignore[arg-type]
            return
        with open_table(options["out"]) as file:
            n_rows = write_responses(rows, file, watch=partial(tqdm, disable=None))
        self.stderr.write(f"{n_rows} rows written to {options['out']}")
