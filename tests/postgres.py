"""Runs a command with a PostgreSQL of its own: python -m tests.postgres COMMAND.

The cluster lives in a temporary folder, listens on a socket there alone, and is gone
when the command ends.
"""

import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from tests.databases import made_once, migrate
from tests.server import children

OPTIONS = {
    "listen_addresses": "",
    "fsync": "off",
    "max_connections": "200",
}


def find_binaries() -> Path | None:
    """The folder with PostgreSQL's programs."""
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    found = installed[-1] if installed else shutil.which("initdb")
    return Path(found).resolve().parent if found else None


def unprivileged_user() -> str | None:
    """Who runs the server: PostgreSQL refuses root."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


@contextmanager
def cluster(*, password: str = "", **changes: str) -> Iterator[dict[str, str]]:
    """A running server without tables; gives the variables that lead to it.

    With a ``password`` it lets nobody in who does not know it; ``changes`` are options
    of the server, such as ``fsync="on"``.
    """
    with _own_folder() as folder:
        _create(folder, password)
        with _running(folder, changes) as variables:
            yield variables


@contextmanager
def migrated_cluster(**changes: str) -> Iterator[dict[str, str]]:
    """A running server with every table and no rows, and ``changes`` of options."""
    made = made_once("postgresql", _create_migrated)
    with _own_folder() as folder:
        # As it is, owner and rights included: PostgreSQL is particular about them.
        subprocess.run(["cp", "-a", made / "data", folder], check=True)
        with _running(folder, changes) as variables:
            yield variables


@contextmanager
def _own_folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="forgetmenot-pg-"))
    if user := unprivileged_user():
        shutil.chown(folder, user)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _create(folder: Path, password: str = "") -> None:
    secret = folder / "password"
    secret.write_text(password or "unused")
    secret.chmod(0o644)
    lock = ["-A", "scram-sha-256" if password else "trust", "--pwfile", str(secret)]
    _call(folder, "initdb", "-U", "forgetmenot", "-E", "UTF8", *lock)


def _create_migrated(draft: Path) -> None:
    with _own_folder() as folder:
        _create(folder)
        with _running(folder, {}, stop="fast") as variables:
            migrate(**variables)
        draft.mkdir()
        subprocess.run(["cp", "-a", folder / "data", draft], check=True)


@contextmanager
def _running(
    folder: Path, changes: dict[str, str], *, stop: str = "immediate"
) -> Iterator[dict[str, str]]:
    options = {**OPTIONS, **changes, "unix_socket_directories": str(folder)}
    flags = " ".join(f"-c {name}='{value}'" for name, value in options.items())
    _call(folder, "pg_ctl", "-l", str(folder / "log"), "-w", "-o", flags, "start")
    try:
        yield {
            "PGHOST": str(folder),
            "PGUSER": "forgetmenot",
            "DATABASE_URL": "postgres:///postgres",
        }
    finally:
        _call(folder, "pg_ctl", "-m", stop, "-w", "stop")


def _call(folder: Path, program: str, *arguments: str) -> None:
    binaries = find_binaries()
    if binaries is None:
        sys.exit("PostgreSQL is missing: run `make system` as root")
    subprocess.run(
        [binaries / program, "-D", str(folder / "data"), *arguments],
        check=True,
        user=unprivileged_user(),
        cwd=folder,
        stdout=subprocess.DEVNULL,
    )


@contextmanager
def standing_still(variables: dict[str, str]) -> Iterator[None]:
    """The server of ``variables`` takes connections and statements, and says nothing.

    So does one on a machine that swaps, or whose disk has stopped.
    """
    processes = []
    try:
        for process in _stop_all(variables):
            processes.append(process)
        yield
    finally:
        for process in processes:
            os.kill(process, signal.SIGCONT)


@contextmanager
def gone(variables: dict[str, str]) -> Iterator[None]:
    """The server of ``variables`` has ended, and is started again afterwards."""
    folder = Path(variables["PGHOST"])
    _call(folder, "pg_ctl", "-m", "immediate", "-w", "stop")
    try:
        yield
    finally:
        _restart(folder)


def crash(variables: dict[str, str]) -> None:
    """Kill all processes of the server of ``variables``, and start it again."""
    killed = list(_stop_all(variables))
    for process in killed:
        os.kill(process, signal.SIGKILL)
    while any(Path(f"/proc/{process}").exists() for process in killed):
        time.sleep(0.05)
    _restart(Path(variables["PGHOST"]))


def _restart(folder: Path) -> None:
    """Start a server with the options that it had."""
    _call(folder, "pg_ctl", "-l", str(folder / "log"), "-w", "restart")


def _stop_all(variables: dict[str, str]) -> Iterator[int]:
    """Each process of a server, stopped: first of all the one that starts others."""
    file = Path(variables["PGHOST"]) / "data" / "postmaster.pid"
    postmaster = int(file.read_text().split()[0])
    os.kill(postmaster, signal.SIGSTOP)
    yield postmaster
    for process in children(postmaster):
        os.kill(process, signal.SIGSTOP)
        yield process


def make_template(variables: dict[str, str]) -> str:
    """The name of a migrated database, which nobody may visit while it is copied."""
    address = f"host={variables['PGHOST']} user={variables['PGUSER']} dbname=postgres"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("CREATE DATABASE migrated")
    migrate(**variables | {"DATABASE_URL": "postgres:///migrated"})
    return "migrated"


if __name__ == "__main__":
    with cluster() as variables:
        template = make_template(variables)
        environment = {**os.environ, **variables, "TEST_TEMPLATE": template}
        done = subprocess.run(sys.argv[1:], env=environment)
    sys.exit(done.returncode)
