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
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from tests.databases import migrate

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
    """A running server; gives the variables that lead to it.

    With a ``password`` it lets nobody in who does not know it; ``changes`` are options
    of the server, such as ``fsync="on"``.
    """
    binaries = find_binaries()
    if binaries is None:
        sys.exit("PostgreSQL is missing: run `make system` as root")
    user = unprivileged_user()
    folder = Path(tempfile.mkdtemp(prefix="forgetmenot-pg-"))
    if user:
        shutil.chown(folder, user)

    def call(program: str, *arguments: str) -> None:
        subprocess.run(
            [binaries / program, *arguments],
            check=True,
            user=user,
            cwd=folder,
            stdout=subprocess.DEVNULL,
        )

    data = str(folder / "data")
    options = {**OPTIONS, **changes, "unix_socket_directories": str(folder)}
    flags = " ".join(f"-c {name}='{value}'" for name, value in options.items())
    secret = folder / "password"
    secret.write_text(password or "unused")
    secret.chmod(0o644)
    lock = ["-A", "scram-sha-256" if password else "trust", "--pwfile", str(secret)]
    call("initdb", "-D", data, "-U", "forgetmenot", "-E", "UTF8", *lock)
    log = str(folder / "log")
    call("pg_ctl", "-D", data, "-l", log, "-w", "-o", flags, "start")
    try:
        yield {
            "PGHOST": str(folder),
            "PGUSER": "forgetmenot",
            "DATABASE_URL": "postgres:///postgres",
        }
    finally:
        call("pg_ctl", "-D", data, "-m", "immediate", "-w", "stop")
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def standing_still(variables: dict[str, str]) -> Iterator[None]:
    """The server of ``variables`` takes connections and statements, and says nothing.

    So does one on a machine that swaps, or whose disk has stopped.
    """
    file = Path(variables["PGHOST"]) / "data" / "postmaster.pid"
    postmaster = int(file.read_text().split()[0])
    processes = [postmaster]
    try:
        # First of all the one that starts the others.
        os.kill(postmaster, signal.SIGSTOP)
        processes += _children(postmaster)
        for process in processes:
            os.kill(process, signal.SIGSTOP)
        yield
    finally:
        for process in processes:
            os.kill(process, signal.SIGCONT)


def _children(parent: int) -> list[int]:
    listed = Path(f"/proc/{parent}/task/{parent}/children").read_text()
    return [int(process) for process in listed.split()]


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
