"""python -m tests.faults.harness: kill what can be killed, and look for losses."""

import argparse
import json
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import django
from django.db import connections

from tests.databases import copy_migrated
from tests.postgres import migrated_cluster

if TYPE_CHECKING:
    from studies.models import Study
    from tests.faults.harness.killing import Killer
    from tests.faults.harness.people import Played

STUDY = "german-quick"
ENVIRONMENT = {
    "FORGETMENOT_ENV": "local",
    "SECRET_KEY": "only-for-tests",
    "DJANGO_SETTINGS_MODULE": "config.settings",
    "WEB_WORKERS": "2",
    # The crowd comes from one address, and people who think nothing are quick.
    "REQUESTS_PER_SESSION": "1000000",
    "JOINS_PER_ADDRESS": "1000000",
}
APP, CARELESS_APP = "config.wsgi", "tests.faults.harness.careless"


@contextmanager
def database(options: argparse.Namespace, folder: Path) -> Iterator[dict[str, str]]:
    """The variables that lead to a migrated database of its own."""
    if options.database == "sqlite":
        copy_migrated(folder / "faults.sqlite3")
        yield {"DATABASE_URL": f"sqlite:///{folder}/faults.sqlite3"}
        return
    with migrated_cluster() as variables:
        yield variables


def run(options: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """What became of a crowd while processes were killed."""
    from tests.faults.harness.checking import find_faults, find_tokens

    study, log = open_study(is_short=options.short), folder / "log"
    played, killer = play_and_kill(options, study, log)
    connections.close_all()
    faults = [
        *([killer.fault] if killer.fault else []),
        *find_faults(study, played, folder),
        *find_tokens(log),
    ]
    return {
        "acknowledged": count_told(played),
        "finished": sum(bool(one.participation.completion_code) for one in played),
        "people": len(played),
        "retries": sum(one.told.n_retries for one in played),
        "refused": sum(len(one.told.refused) for one in played),
        "killed": dict(killer.killed),
        "faults": faults,
    }


def open_study(*, is_short: bool) -> "Study":
    """The quick demo, for people who need no time to look at answers."""
    from django.core.management import call_command

    from studies.models import DeckVersion
    from studies.services.design.demo import DESIGNS, create_demo_study

    (design,) = (design for design in DESIGNS if design.slug == STUDY)
    call_command("load_decks", design.deck, stdout=sys.stderr)
    version = DeckVersion.objects.get(deck__slug=design.deck)
    size = {"n_concepts": 2, "horizon": 3} if is_short else {}
    no_time = {"review_seconds": 0, "review_seconds_after_right": None}
    return create_demo_study(design, version=version, **size, **no_time)


def play_and_kill(
    options: argparse.Namespace, study: "Study", log: Path
) -> "tuple[list[Played], Killer]":
    """Rounds of people until enough was acknowledged and everything killed."""
    from tests.faults.harness.killing import Killer
    from tests.faults.harness.people import play_crowd
    from tests.faults.harness.site import Site

    crowd = {"n_people": options.people, "repeats": not options.careless}
    played: list[Any] = []
    seed = options.seed
    with Site(dict(os.environ), log, app=choose_app(options)) as site:
        if not options.careless:
            played += play_crowd(study, site.url, seed=0, **crowd)
            check_calm(log)
        killers = {name: site.killers[name] for name in options.kill or site.killers}
        how = {
            "n_rounds": options.rounds,
            "longest_pause": options.pause,
            "is_time": partial(is_answered, study),
        }
        with Killer(killers, seed=seed, **how) as killer:
            while not killer.fault and (
                count_told(played) < options.answers or killer.is_at_work
            ):
                played += play_crowd(study, site.url, seed=seed, **crowd)
                seed += 1
                print(f"{count_told(played)}, {dict(killer.killed)}", file=sys.stderr)
    return played, killer


def is_answered(study: "Study") -> bool:
    """Whether an answer of somebody is stored."""
    from studies.models import Response
    from tests.faults.harness.people import patiently

    answered = Response.objects.filter(session__study=study).exclude(closed_at=None)
    try:
        return patiently(answered.exists)
    finally:
        connections.close_all()


def check_calm(log: Path) -> None:
    """Nobody may see an error as long as nothing is killed."""
    if seen := re.findall(r".*(?:GET|POST) 5\d\d.*", log.read_text()):
        sys.exit(f"errors before anything was killed: {seen[:5]}")


def choose_app(options: argparse.Namespace) -> str:
    return CARELESS_APP if options.careless else APP


def count_told(played: "list[Played]") -> int:
    return sum(len(one.acknowledged().acknowledged) for one in played)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", choices=["sqlite", "postgres"], default="sqlite")
    parser.add_argument("--people", type=int, default=50, help="how many at once")
    parser.add_argument("--answers", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--rounds", type=int, default=sys.maxsize, help="how often each is killed"
    )
    parser.add_argument(
        "--pause", type=float, default=3.0, help="seconds between two kills, at most"
    )
    parser.add_argument(
        "--short", action="store_true", help="seven cards for each person"
    )
    parser.add_argument("--kill", nargs="*", help="only these; else all there is")
    parser.add_argument(
        "--careless",
        action="store_true",
        help="acknowledge before storing: what is lost then must be found",
    )
    options = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        os.environ |= {**ENVIRONMENT, "STATIC_ROOT": str(folder)}
        if options.careless:
            # Only within one process it is known what is stored soon.
            os.environ["WEB_WORKERS"] = "1"
        os.environ |= stack.enter_context(database(options, folder))
        django.setup()
        report = run(options, folder)
    print(json.dumps(report, indent=2))
    return 1 if report["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())
