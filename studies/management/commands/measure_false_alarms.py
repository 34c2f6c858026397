from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from studies.statistics.calibration.measuring import (
    N_SHUFFLES,
    N_STUDIES,
    find_faults,
    measure,
)
from studies.statistics.calibration.table import as_markdown
from teaching.arguments import Options, add_sweep, read_sweep


class Command(BaseCommand):
    help = (
        "Simulate studies without a difference, and print how often every test that "
        "we show says there is one. Fails if the main test does not keep its 5 %. "
        "Example: manage.py measure_false_alarms --keep alarms"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--studies", type=int, default=N_STUDIES, help="in each scenario"
        )
        parser.add_argument("--shuffles", type=int, default=N_SHUFFLES)
        add_sweep(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with read_sweep(Options(**options)) as sweep:
                cells = measure(
                    n_studies=options["studies"],
                    n_shuffles=options["shuffles"],
                    sweep=sweep,
                )
        except ValueError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(as_markdown(cells))
        if faults := find_faults(cells):
            raise CommandError("\n".join(faults))
