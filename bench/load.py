"""How many participants a machine holds, and for how long: ``python -m bench.load``.

Crowds at real pacing (see ``bench.crowd``) of 100, 1,000 and ever more people, until a
reply in twenty takes a quarter of a second or longer; then what ran out is named.
``--sizes 100,1000`` tries these alone, each for a ramp of 13 minutes and 5 steady ones.
``--soak`` keeps one crowd for half an hour and shows whether memory or the cost of a
reply grows. ``--preload`` first stores so many answers of others.
"""

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.crowd import (
    DATABASES,
    MAX_P95_SECONDS,
    Plan,
    Watched,
    allow_many_sockets,
    describe,
    percentile,
    start_database,
    watch,
)
from bench.ratios import Ratio, print_all
from bench.servers import N_CORES, ROOT, Server, forgetmenot, stay_on_two_cores
from bench.study import SLUG

SIZES = (100, 1_000, 2_000, 3_000, 4_000, 6_000, 8_000)
CARDS_PER_PERSON = 70
SOAK_MINUTES = 30.0
# What half an hour may add: to memory, and to the CPU seconds of a reply.
MAX_GROWTH = 1.1
BUSY_CORES = 0.9


@dataclass(frozen=True)
class Load:
    """Where it is measured, after how many answers of others."""

    database: str
    n_preloaded: int = 0

    @contextmanager
    def site(self) -> Iterator[tuple[Server, int | None]]:
        """A server with its study, and the process of its database if it has one."""
        with (
            tempfile.TemporaryDirectory() as name,
            start_database(self.database) as (variables, pid),
            forgetmenot(Path(name), database=variables) as server,
        ):
            self._preload(Path(name), variables)
            yield server, pid

    def _preload(self, folder: Path, variables: Mapping[str, str]) -> None:
        n_people = -(-self.n_preloaded // CARDS_PER_PERSON)
        if n_people:
            address = {"DATABASE_URL": f"sqlite:///{folder / 'bench.sqlite3'}"}
            local = {"FORGETMENOT_ENV": "local", "SECRET_KEY": "only-for-benchmarks"}
            subprocess.run(
                [sys.executable, "-m", "bench.load", "--add-people", str(n_people)],
                check=True,
                cwd=ROOT,
                env={**os.environ, **local, **address, **variables},
            )


def add_people(n_people: int) -> None:
    """People who completed the study, by rows; some hundred in a transaction."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()
    from bench.people import add_people

    for first in range(0, n_people, 500):
        add_people(SLUG, min(500, n_people - first))
        print(f"     {first:,} of {n_people:,} people stored", flush=True)


def climb(load: Load, sizes: Iterable[int], plan: Plan) -> Iterator[Ratio]:
    """Larger and larger crowds, until one is too large for the machine."""
    for n in sizes:
        with load.site() as (server, pid):
            crowd = Plan(n, plan.ramp_seconds, plan.steady_seconds)
            (watched,) = asyncio.run(watch(crowd, server, pid, tell=say))
        print(f"     next bottleneck: {name_bottleneck(watched)}", flush=True)
        share = percentile(watched.record, 95) / MAX_P95_SECONDS
        who = f"{n:,} participants on {load.database}"
        bar = f"{1000 * MAX_P95_SECONDS:.0f} ms"
        yield Ratio.at_most(f"{who}: p95 of the replies' time against {bar}", share, 1)
        yield Ratio.at_most(f"{who}: errors", len(watched.record.errors), 0)
        if share > 1 or watched.record.errors:
            return


def name_bottleneck(watched: Watched) -> str:
    """Who of those that shared the cores used most, and whether any were left."""
    shares = watched.cores()
    used = sum(shares.values())
    most = max(shares, key=lambda name: shares[name])
    if most == "others":
        return f"unknown: others used {shares[most]:.1f} cores, so measure again alone"
    if used >= BUSY_CORES * N_CORES:
        return (
            f"the cores ({used:.1f} of {N_CORES} used, most by the {most}): a second "
            f"machine for the {most} leaves {shares[most]:.1f} of them to the rest"
        )
    if percentile(watched.record, 95) > MAX_P95_SECONDS:
        return (
            f"no core ({used:.1f} of {N_CORES} used): replies wait for the disk, "
            "or for SQLite to write one after the other; PostgreSQL writes side by side"
        )
    return f"none yet: {used:.1f} of {N_CORES} cores used, most by the {most}"


def soak(load: Load, plan: Plan, *, n_parts: int = 6) -> Iterator[Ratio]:
    """One crowd for a long time: the last part of it against the second.

    In the first part memory is still filled with what is needed once.
    """
    with load.site() as (server, pid):
        parts = asyncio.run(watch(plan, server, pid, n_parts=n_parts, tell=say))
    _, second, *_, last = parts
    who = f"{plan.n_participants:,} participants for {plan.steady_seconds / 60:.0f} min"
    memory = last.memory_mib / second.memory_mib
    cost = cost_of_reply(last) / cost_of_reply(second)
    yield Ratio.at_most(f"{who}: memory at the end against early", memory, MAX_GROWTH)
    yield Ratio.at_most(f"{who}: CPU of a reply against early", cost, MAX_GROWTH)
    n_errors = sum(len(watched.record.errors) for watched in parts)
    yield Ratio.at_most(f"{who}: errors", n_errors, 0)


def say(watched: Watched) -> None:
    """As soon as it is known: whoever stops a long run keeps what it has told."""
    print(describe(watched), flush=True)


def cost_of_reply(watched: Watched) -> float:
    spent = watched.server_cpu_seconds + watched.database_cpu_seconds
    return spent / len(watched.record.seconds)


def read_sizes(given: str) -> list[int]:
    """Of ``100,1000`` both, the smaller one first."""
    return sorted(int(size) for size in given.split(","))


def describe_sizes() -> str:
    return ",".join(map(str, SIZES))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", choices=DATABASES, default="postgres")
    parser.add_argument(
        "--sizes", type=read_sizes, help=f"of the crowds; else {describe_sizes()}"
    )
    parser.add_argument("-n", type=int, default=1_000, help="people of a soak")
    parser.add_argument("--ramp", type=float, default=Plan.ramp_seconds)
    parser.add_argument("--minutes", type=float, help="of steady load")
    parser.add_argument("--soak", action="store_true", help="for half an hour")
    parser.add_argument("--preload", type=int, default=0, help="answers of others")
    parser.add_argument("--add-people", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.add_people:
        add_people(given.add_people)
        return 0
    stay_on_two_cores()
    allow_many_sockets()
    load = Load(given.database, given.preload)
    minutes = given.minutes or (SOAK_MINUTES if given.soak else 5.0)
    plan = Plan(given.n, given.ramp, 60 * minutes)
    if given.soak:
        return print_all(soak(load, plan))
    return print_all(climb(load, given.sizes or SIZES, plan))


if __name__ == "__main__":
    sys.exit(main())
