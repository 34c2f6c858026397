from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from tqdm import tqdm

from studies.errors import StudyError
from studies.management.inputs import find_study, who_commands
from studies.models import Study
from studies.models.study import Purpose
from studies.services.blinding import hides_outcomes
from studies.services.results.formatting import print_table
from studies.services.results.locking import open_report, unlock_results
from studies.services.results.report import PARTS
from studies.services.results.shapes import Part, Report, from_json
from studies.services.results.storing import compute_report


class Command(BaseCommand):
    help = (
        "Compute the results of a study and print them, as the Results page shows "
        "them. Results of a running study are locked: --unlock shows them and is "
        "logged as an early look. Example: manage.py analyse german"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("study", help="the study's name in its link")
        parser.add_argument(
            "--purpose",
            choices=[Purpose.REAL, Purpose.PILOT, Purpose.SIMULATED],
            default=Purpose.REAL,
            help="whose results; simulated people rehearse the analysis",
        )
        parser.add_argument(
            "--unlock",
            action="store_true",
            help="look before the study is closed; p is then not confirmatory",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        study, purpose = find_study(options["study"]), Purpose(options["purpose"])
        try:
            self._unlock(study, purpose, is_meant=options["unlock"])
            self._print(self._compute(study, purpose))
        except StudyError as error:
            raise CommandError(error.message) from error

    def _unlock(self, study: Study, purpose: Purpose, *, is_meant: bool) -> None:
        if not hides_outcomes(study, purpose):
            return
        if not is_meant:
            raise CommandError("The study is not closed. --unlock looks all the same.")
        unlock_results(study=study, who=who_commands(), now=timezone.now())

    def _compute(self, study: Study, purpose: Purpose) -> Report:
        now = timezone.now()
        with tqdm(total=len(PARTS), disable=None) as bar:

            def watch(n_done: int) -> None:
                bar.update(n_done - bar.n)

            compute_report(study=study, purpose=purpose, now=now, watch=watch)
        stored = open_report(study=study, purpose=purpose, who=who_commands(), now=now)
        if stored is None:
            raise CommandError("There is no report.")
        return from_json(stored.report)

    def _print(self, report: Report) -> None:
        self.stdout.write(report.headline)
        for line in (*report.sentences, *report.warnings):
            self.stdout.write(line)
        for part in report.parts:
            self._print_part(part)

    def _print_part(self, part: Part) -> None:
        self.stdout.write(f"\n{part.title.upper()}")
        for sentence in part.sentences:
            self.stdout.write(sentence)
        for table in part.tables:
            self.stdout.write(f"\n{table.title}")
            for line in print_table(table):
                self.stdout.write(line)
