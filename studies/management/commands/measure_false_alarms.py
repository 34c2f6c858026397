from argparse import ArgumentParser
from functools import partial
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from studies.statistics.calibration.measuring import (
    N_SHUFFLES,
    N_STUDIES,
    SCENARIOS,
    find_faults,
    measure,
)
from studies.statistics.calibration.table import as_markdown


class Command(BaseCommand):
    help = (
        "Simulate studies without a difference, and print how often every test that "
        "we show says there is one. Fails if the main test does not keep its 5 %. "
        "Example: manage.py measure_false_alarms --studies 100"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--studies", type=int, default=N_STUDIES, help="in each scenario"
        )
        parser.add_argument("--shuffles", type=int, default=N_SHUFFLES)
        parser.add_argument("--jobs", type=int, default=-1, help="cores; -1 uses all")

    def handle(self, *args: Any, **options: Any) -> None:
        n_all = len(SCENARIOS) * options["studies"]
        cells = measure(
            n_studies=options["studies"],
            n_shuffles=options["shuffles"],
            jobs=options["jobs"],
            watch=partial(tqdm, total=n_all, desc="studies"),
        )
        self.stdout.write(as_markdown(cells))
        if faults := find_faults(cells):
            raise CommandError("\n".join(faults))
