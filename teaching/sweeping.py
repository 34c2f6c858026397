"""Many cells of work: on all cores or on a cluster, going on after an interruption.

A cell is what a pure function is called with, its seed included. Results are equal to
the bit wherever they are computed, and in the order of the cells.
"""

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from joblib import Parallel, delayed, parallel_config
from tqdm import tqdm

from teaching.extras import needed_for
from teaching.keeping import Shelf, Work, as_json, code
from teaching.threads import one_thread

LOCAL = "local"
_PATIENCE_SECONDS = 10


@dataclass(frozen=True)
class Sweep:
    """How cells are worked on.

    ``jobs`` is the number of cores, -1 for all; `on_cluster` takes another machine's.
    What is done is kept in the folder ``keep``, if there is one, and not done again.
    """

    jobs: int = 1
    keep: Path | None = None
    progress: bool = False

    def __post_init__(self) -> None:
        if self.jobs == 0:
            raise ValueError("jobs must not be 0; -1 uses every core")

    def map(self, work: Work, cells: Sequence[Any], title: str) -> list[Any]:
        """``work`` of each cell, in order, as JSON has it: tuples come as lists."""
        shelf = Shelf(self.keep, work) if self.keep else None
        results = {} if shelf is None else _kept(shelf, cells)
        missing = [number for number in range(len(cells)) if number not in results]
        bar = tqdm(
            total=len(cells),
            initial=len(results),
            desc=title,
            disable=not self.progress,
        )
        with bar, one_thread():
            for number, result in self._run(work, cells, missing):
                if shelf is not None:
                    shelf.keep(cells[number], result)
                results[number] = result
                bar.update()
        return [json.loads(results[number]) for number in range(len(cells))]

    def _run(
        self, work: Work, cells: Sequence[Any], numbers: Sequence[int]
    ) -> Iterator[tuple[int, str]]:
        """As they are done, so that none waits to be kept."""
        jobs = min(self.jobs, max(len(numbers), 1), 2 * (os.cpu_count() or 1))
        running: Iterator[tuple[int, str]] = Parallel(
            n_jobs=jobs, return_as="generator_unordered"
        )(delayed(_do)(work, number, cells[number], code()) for number in numbers)
        return running


def _kept(shelf: Shelf, cells: Sequence[Any]) -> dict[int, str]:
    found = ((number, shelf.find(cell)) for number, cell in enumerate(cells))
    return {number: result for number, result in found if result is not None}


def _do(work: Work, number: int, cell: Any, expected: str) -> tuple[int, str]:
    if code() != expected:
        raise ValueError(
            "a worker of the cluster has another version of forgetmenot-teaching, "
            "Python, numpy or scipy"
        )
    _one_thread_from_now_on()
    return number, as_json(work(cell))


@cache
def _one_thread_from_now_on() -> None:
    """In a worker, where others may be at work when a cell ends."""
    one_thread()


@contextmanager
def on_cluster(address: str | None, jobs: int = -1) -> Iterator[None]:
    """Sweep on a Dask cluster: that of a scheduler, or ``jobs`` local processes.

    Without an address sweeps stay where they are.
    """
    if address is None:
        yield
        return
    with _client(address, jobs), parallel_config(backend="dask"):
        yield


@contextmanager
def _client(address: str, jobs: int) -> Iterator[None]:
    # Importing it takes a second, and few have it.
    with needed_for("clusters", "cluster"):
        from distributed import Client, LocalCluster

    if address == LOCAL:
        with (
            LocalCluster(
                n_workers=jobs if jobs > 0 else os.cpu_count(),
                threads_per_worker=1,
                dashboard_address="127.0.0.1:0",
            ) as cluster,
            Client(cluster),
        ):
            yield
        return
    try:
        client = Client(address, timeout=_PATIENCE_SECONDS)
    except (OSError, ValueError) as error:
        raise ValueError(f"no Dask scheduler answers at {address}: {error}") from None
    with client:
        yield
