"""Many participants at real pacing: ``python -m bench.crowd``.

They arrive evenly over the length of a session, so that somebody is at every place of
it and who finishes is followed by another. Then the load is measured for some steady
minutes: every reply's time, every error, and what the server uses. Both databases have
their turn.
"""

import argparse
import asyncio
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from random import Random
from statistics import quantiles

from bench.participants import Participant, Record
from bench.ratios import Ratio, print_all
from bench.servers import (
    N_WORKERS,
    Server,
    cpu_seconds,
    forgetmenot,
    machine_cpu_seconds,
    stay_on_two_cores,
)
from tests.postgres import cluster

MAX_P95_SECONDS = 0.25
MAX_MEMORY_MIB = 150
DATABASES = ("sqlite", "postgres")


@dataclass(frozen=True)
class Plan:
    """How many come, how fast, and for how long they are watched."""

    n_participants: int = 1000
    ramp_seconds: float = 780
    steady_seconds: float = 300


REHEARSAL = Plan(n_participants=50, ramp_seconds=40, steady_seconds=60)


@dataclass
class Watched:
    """What the steady minutes were like."""

    record: Record = field(default_factory=Record)
    seconds: float = 0.0
    server_cpu_seconds: float = 0.0
    database_cpu_seconds: float = 0.0
    client_cpu_seconds: float = 0.0
    machine_cpu_seconds: float = 0.0
    memory_mib: float = 0.0
    memory_of_master_mib: float = 0.0

    def cores(self) -> dict[str, float]:
        """How many cores everybody used; others are whoever else runs here."""
        spent = {
            "server": self.server_cpu_seconds,
            "database": self.database_cpu_seconds,
            "client": self.client_cpu_seconds,
        }
        spent["others"] = self.machine_cpu_seconds - sum(spent.values())
        return {name: seconds / self.seconds for name, seconds in spent.items()}


async def watch(
    plan: Plan,
    server: Server,
    database_pid: int | None,
    *,
    n_parts: int = 1,
    tell: Callable[[Watched], None] = lambda watched: None,
) -> list[Watched]:
    """Let the crowd in, and watch while the load is steady, in so many parts.

    Each is told as soon as it is over.
    """
    record, random = Record(), Random(0)
    parts = []
    async with asyncio.TaskGroup() as group:
        crowd = [
            group.create_task(
                Participant(server.port, record, Random(random.random())).take_part(
                    plan.ramp_seconds * seat / plan.n_participants
                )
            )
            for seat in range(plan.n_participants)
        ]
        await asyncio.sleep(plan.ramp_seconds)
        for _ in range(n_parts):
            watched = Watched(record)
            seconds = plan.steady_seconds / n_parts
            await _measure(watched, seconds, server, database_pid)
            watched.record = record.taken()
            parts.append(watched)
            tell(watched)
        for task in crowd:
            task.cancel()
    return parts


async def _measure(
    watched: Watched, seconds: float, server: Server, database_pid: int | None
) -> None:
    def used() -> tuple[float, ...]:
        of_database = cpu_seconds(database_pid) if database_pid else 0.0
        of_client, of_all = time.process_time(), machine_cpu_seconds()
        return server.cpu_seconds(), of_database, of_client, of_all

    before, began = used(), time.monotonic()
    watched.record.is_open = True
    await asyncio.sleep(seconds)
    watched.record.is_open = False
    watched.seconds = time.monotonic() - began
    spent = [after - start for after, start in zip(used(), before, strict=True)]
    (
        watched.server_cpu_seconds,
        watched.database_cpu_seconds,
        watched.client_cpu_seconds,
        watched.machine_cpu_seconds,
    ) = spent
    watched.memory_mib, watched.memory_of_master_mib = server.memory_mib()


def ratios(plan: Plan, database: str) -> Iterator[Ratio]:
    """The times of replies, the errors and the memory, each against its bar."""
    with (
        tempfile.TemporaryDirectory() as name,
        start_database(database) as (variables, pid),
        forgetmenot(Path(name), database=variables) as server,
    ):
        (watched,) = asyncio.run(watch(plan, server, pid))
    print(describe(watched), flush=True)
    record, who = watched.record, f"{plan.n_participants:,} participants on {database}"
    yield Ratio.at_most(
        f"{who}: p95 of the replies' time against {1000 * MAX_P95_SECONDS:.0f} ms",
        percentile(record, 95) / MAX_P95_SECONDS,
        1,
    )
    yield Ratio.at_most(f"{who}: errors", len(record.errors), 0)
    yield Ratio.at_most(
        f"{who}: memory of {N_WORKERS} workers against {MAX_MEMORY_MIB} MiB",
        watched.memory_mib / MAX_MEMORY_MIB,
        1,
    )


@contextmanager
def start_database(kind: str) -> Iterator[tuple[Mapping[str, str], int | None]]:
    """The variables that lead to a database, and its process if it has one."""
    if kind == "sqlite":
        yield {}, None
        return
    with cluster(fsync="on") as variables:
        pid_file = Path(variables["PGHOST"]) / "data" / "postmaster.pid"
        yield variables, int(pid_file.read_text().splitlines()[0])


def percentile(record: Record, percent: int) -> float:
    return quantiles(record.seconds, n=100)[percent - 1]


def describe(watched: Watched) -> str:
    """The surroundings of the ratios: how much was asked, and who used which share."""
    record, seconds = watched.record, watched.seconds
    times = (f"p{p} {1000 * percentile(record, p):.0f} ms" for p in (50, 95, 99))
    cores = (f"{name} {share:.2f}" for name, share in watched.cores().items())
    errors = Counter(record.errors).most_common(5)
    return "\n".join(
        [
            f"     {len(record.seconds) / seconds:.0f} replies and "
            f"{record.n_answers / seconds:.0f} answers per second, "
            f"{record.n_completed} sessions completed",
            f"     replies: {', '.join(times)}",
            f"     cores used: {', '.join(cores)}; "
            f"memory: workers {watched.memory_mib:.0f} MiB, "
            f"their master {watched.memory_of_master_mib:.0f} MiB",
            *([f"     errors: {errors}"] if errors else []),
        ]
    )


def allow_many_sockets() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", choices=DATABASES, help="this one alone")
    parser.add_argument("-n", type=int, default=Plan.n_participants)
    parser.add_argument("--ramp", type=float, default=Plan.ramp_seconds)
    parser.add_argument("--minutes", type=float, default=Plan.steady_seconds / 60)
    parser.add_argument("--rehearse", action="store_true", help="small and short")
    given = parser.parse_args()
    stay_on_two_cores()
    allow_many_sockets()
    plan = Plan(given.n, given.ramp, 60 * given.minutes)
    if given.rehearse:
        plan = REHEARSAL
    databases = [given.database] if given.database else DATABASES
    return print_all(chain.from_iterable(ratios(plan, name) for name in databases))


if __name__ == "__main__":
    sys.exit(main())
