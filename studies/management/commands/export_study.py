from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from tqdm import tqdm

from studies.management.inputs import find_study, who_commands
from studies.models.study import Purpose
from studies.services.export.writing import export_study
from studies.services.jobs.exports import record_command


class Command(BaseCommand):
    help = (
        "Write a study as a zip: tables, codebook, design, deck, scripts that analyse "
        "it, and a manifest that verify_export checks. "
        "Example: manage.py export_study german --out german.zip"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("study", help="a study's name")
        parser.add_argument("--out", type=Path, required=True, help="the zip to write")
        parser.add_argument(
            "--purpose",
            choices=Purpose.values,
            default=Purpose.REAL.value,
            help="whose data, those of real participants by default",
        )
        parser.add_argument(
            "--private",
            action="store_true",
            help="with recruiters' ids and the chained logs, which have clock times",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        study, purpose = find_study(options["study"]), Purpose(options["purpose"])
        asked = {"study": study, "purpose": purpose, "with_private": options["private"]}
        record_command(**asked, who=who_commands(), now=timezone.now())
        with tqdm(disable=None, unit=" sessions") as bar:

            def tell(n_done: int, n_total: int) -> None:
                bar.total = n_total
                bar.update(n_done - bar.n)

            try:
                with options["out"].open("wb") as out:
                    manifest = export_study(**asked, out=out, watch=tell)
            except OSError as error:
                told = f"{options['out']} cannot be written: {error.strerror}."
                raise CommandError(told) from error
        n_people = len(manifest["log_heads"])
        self.stdout.write(f"{n_people} sessions written to {options['out']}")
