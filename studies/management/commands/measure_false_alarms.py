from argparse import ArgumentParser
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from studies.statistics.calibration.measuring import (
    N_SHUFFLES,
    N_STUDIES,
    Cell,
    find_faults,
    measure,
)
from studies.statistics.calibration.storing import add_cell, read_cells
from studies.statistics.calibration.table import as_markdown


class Command(BaseCommand):
    help = (
        "Simulate studies without a difference, and print how often every test that "
        "we show says there is one. Fails if the main test does not keep its 5 %. "
        "Example: manage.py measure_false_alarms --keep alarms.jsonl"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--studies", type=int, default=N_STUDIES, help="in each scenario"
        )
        parser.add_argument("--shuffles", type=int, default=N_SHUFFLES)
        parser.add_argument("--jobs", type=int, default=-1, help="cores; -1 uses all")
        parser.add_argument(
            "--keep",
            type=Path,
            help="a file for what is measured: begun again with it, a run goes on",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            cells = list(_measured(**options))
        except ValueError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(as_markdown(cells))
        if faults := find_faults(cells):
            raise CommandError("\n".join(faults))


def _measured(
    *, studies: int, shuffles: int, jobs: int, keep: Path | None, **_others: Any
) -> Iterator[Cell]:
    known = read_cells(keep, n_studies=studies, n_shuffles=shuffles) if keep else []
    yield from known
    for cell in measure(
        n_studies=studies,
        n_shuffles=shuffles,
        jobs=jobs,
        n_done=len(known),
        watch=partial(tqdm, total=studies, desc="studies of a scenario"),
    ):
        if keep:
            add_cell(keep, cell, n_shuffles=shuffles)
        yield cell
