"""Servers of a benchmark's own, and what they use of the machine."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.connection import HOST

ROOT = Path(__file__).resolve().parents[1]
N_CORES = 2
N_WORKERS = 2
START_SECONDS = 30
# Longer than a server that is told to end lets late requests take.
STOP_SECONDS = 60
_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Server:
    """A running server: where it listens, and its first process."""

    port: int
    pid: int

    def cpu_seconds(self) -> float:
        return cpu_seconds(self.pid)

    def memory_mib(self) -> tuple[float, float]:
        """Of the workers, and of their master; what they share is counted once."""
        master, *workers = _tree(self.pid)
        return sum(map(_pss_mib, workers)), _pss_mib(master)


def cpu_seconds(root: int) -> float:
    """What a process and all under it have used, those that ended included."""
    ticks = (int(field) for pid in _tree(root) for field in _stat(pid)[11:15])
    return sum(ticks) / _TICKS


def stay_on_two_cores() -> None:
    """This process and all it starts, so that larger machines measure the same."""
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:N_CORES])


def machine_cpu_seconds() -> float:
    """What everything on this machine has used."""
    first, _, _ = Path("/proc/stat").read_text().partition("\n")
    user, nice, system, _idle, _waiting, *others = map(int, first.split()[1:9])
    return (user + nice + system + sum(others)) / _TICKS


def _tree(root: int) -> list[int]:
    parents = {pid: int(stat[1]) for pid in _processes() if (stat := _stat(pid))}
    found = [root]
    for pid in found:
        found += [child for child, parent in parents.items() if parent == pid]
    return found


def _processes() -> list[int]:
    return [int(path.name) for path in Path("/proc").glob("[0-9]*")]


def _stat(pid: int) -> list[str]:
    """The fields after the name, of which the first is the state; empty if gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return []


def _pss_mib(pid: int) -> float:
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) / 1024
    return 0.0


@contextmanager
def run_server(
    command: Sequence[str],
    *,
    port: int,
    folder: Path,
    environment: Mapping[str, str],
    ready: str,
    cwd: Path = ROOT,
) -> Iterator[Server]:
    """A server that answers at ``ready``, until the block ends."""
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            command, cwd=cwd, env=environment, stdout=log, stderr=log
        )
    try:
        _wait_for(f"http://{HOST}:{port}{ready}")
        yield Server(port, process.pid)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=STOP_SECONDS)


@contextmanager
def forgetmenot(
    folder: Path, *, database: Mapping[str, str] | None = None, **study: Any
) -> Iterator[Server]:
    """The app as ``make run`` serves it, with one study, in ``folder``."""
    port = free_port()
    environment = {
        **os.environ,
        "FORGETMENOT_ENV": "local",
        "SECRET_KEY": "only-for-benchmarks",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": f"sqlite:///{folder / 'bench.sqlite3'}",
        "STATIC_ROOT": str(folder / "static"),
        # One machine plays everybody, and without a pause.
        "REQUESTS_PER_SESSION": "1000000",
        "JOINS_PER_ADDRESS": "1000000",
        "WEB_WORKERS": str(N_WORKERS),
        "BIND": f"{HOST}:{port}",
        **(database or {}),
    }
    for command in (
        ["manage.py", "collectstatic", "--no-input", "-v", "0"],
        ["-m", "bench.study", json.dumps(study)],
    ):
        subprocess.run(
            [sys.executable, *command], check=True, cwd=ROOT, env=environment
        )
    serve = [sys.executable, "-m", "gunicorn", "-c", "config/gunicorn.py"]
    with run_server(
        [*serve, "config.wsgi"],
        port=port,
        folder=folder,
        environment=environment,
        ready="/readyz",
    ) as server:
        yield server


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_for(url: str) -> None:
    for _ in range(10 * START_SECONDS):
        try:
            urllib.request.urlopen(url, timeout=5).close()
            return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError(f"{url} never answered")
