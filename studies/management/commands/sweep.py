import threading
from argparse import ArgumentParser
from functools import partial
from typing import Any

from django.core.management.base import BaseCommand

from studies.management.chores import repeat, sweep_once


class Command(BaseCommand):
    help = (
        "Close cards whose time ran out, end reviews that nobody leaves, and return "
        "the places of people who left. The command work does it as well. "
        "Example: manage.py sweep --loop --every 10"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--loop", action="store_true", help="go on until stopped")
        parser.add_argument(
            "--every", type=float, default=10, help="seconds between sweeps"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        chore = partial(sweep_once, self.stdout)
        if not options["loop"]:
            chore()
            return
        never = threading.Event()
        repeat(chore, every=options["every"], until=never, faults=self.stderr)
