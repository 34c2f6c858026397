"""Copies of a PostgreSQL database by its own programs, and databases made from them.

What they need to know to sign in is told in their environment, where neither a list of
processes nor a log shows it.
"""

import os
import secrets
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import Any

from django.db import DEFAULT_DB_ALIAS, ProgrammingError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.postgresql.client import DatabaseClient

from studies.errors import BackupError
from studies.services.operations.backups.tables import Copy, read_pieces, take_copy

REPEATABLE = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"
# Whoever still uses the tables is not waited for.
LOCK_SECONDS = 10
_CLEAR = """
DO $$ DECLARE name text; BEGIN
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema() LOOP
    EXECUTE format('DROP TABLE IF EXISTS %I CASCADE', name);
  END LOOP;
END $$
"""
_OTHERS = """
SELECT EXISTS (
  SELECT FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()
  AND backend_type = 'client backend'
)
"""
_AS_WHOEVER_LOADS = ("--no-owner", "--no-privileges")


@contextmanager
def copying(connection: BaseDatabaseWrapper) -> Iterator[Copy]:
    """One state of the database, with all that was stored before; nobody waits."""
    with closing(connection.copy()) as own:
        own.set_autocommit(False)
        with own.cursor() as cursor:
            cursor.execute(REPEATABLE)
            cursor.execute("SELECT pg_export_snapshot()")
            snapshot = cursor.fetchone()[0]
        yield take_copy(own, _dumped(connection, snapshot))


def _dumped(connection: BaseDatabaseWrapper, snapshot: str) -> Iterator[bytes]:
    flags = ["--format=custom", "--compress=0", f"--snapshot={snapshot}"]
    command = [_program("pg_dump"), *flags, *_AS_WHOEVER_LOADS]
    with (
        TemporaryFile() as said,
        subprocess.Popen(
            command,
            env=_environment(connection.settings_dict),
            stdout=subprocess.PIPE,
            stderr=said,
        ) as process,
    ):
        if process.stdout is not None:
            yield from read_pieces(process.stdout)
        process.wait()
        said.seek(0)
        _require_success("pg_dump", process.returncode, said.read())


@contextmanager
def throw_away(connection: BaseDatabaseWrapper) -> Iterator[BaseDatabaseWrapper]:
    """A database of the same server that is empty, and gone after the block."""
    name = f"{connection.settings_dict['NAME'][:40]}_drill_{secrets.token_hex(4)}"
    _create(connection, name)
    settings: dict[str, Any] = {**connection.settings_dict, "NAME": name}
    other = type(connection)(settings, DEFAULT_DB_ALIAS)
    try:
        yield other
    finally:
        other.close()
        _ask_server(connection, f'DROP DATABASE "{name}" WITH (FORCE)')


def _create(connection: BaseDatabaseWrapper, name: str) -> None:
    try:
        _ask_server(connection, f'CREATE DATABASE "{name}" TEMPLATE template0')
    except ProgrammingError as error:
        user = connection.settings_dict["USER"]
        raise BackupError(
            f"{user or 'The user'} may not create databases, which trying a backup "
            f"needs: ALTER ROLE {user or '...'} CREATEDB, as PostgreSQL’s superuser."
        ) from error


def _ask_server(connection: BaseDatabaseWrapper, statement: str) -> None:
    with connection._nodb_cursor() as cursor:
        cursor.execute(statement)


def load(connection: BaseDatabaseWrapper, file: Path) -> None:
    """Replace everything in the database by what the file has, at once."""
    connection.close()
    script = file.with_suffix(".sql")
    _run("pg_restore", f"--file={script}", *_AS_WHOEVER_LOADS, str(file))
    quietly = ("--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--output=/dev/null")
    steps = ("--single-transaction", f"--command={_CLEAR}", f"--file={script}")
    _run("psql", *quietly, *steps, settings=connection.settings_dict)


def is_in_use(connection: BaseDatabaseWrapper) -> bool:
    """Whether anybody else is connected, a pooler in between included."""
    with connection.cursor() as cursor:
        cursor.execute(_OTHERS)
        return bool(cursor.fetchone()[0])


def find_fault(connection: BaseDatabaseWrapper) -> str:
    """Nothing: PostgreSQL has made every index and reference anew while loading."""
    return ""


@contextmanager
def folder_for_content(connection: BaseDatabaseWrapper) -> Iterator[Path]:
    """Where content may lie open: in a folder of this account alone."""
    with TemporaryDirectory(prefix="forgetmenot-") as folder:
        yield Path(folder)


def _run(
    program: str, *arguments: str, settings: Mapping[str, Any] | None = None
) -> None:
    done = subprocess.run(
        [_program(program), *arguments],
        env=_environment(settings or {}),
        capture_output=True,
        stdin=subprocess.DEVNULL,
    )
    _require_success(program, done.returncode, done.stderr)


def _require_success(program: str, code: int, said: bytes) -> None:
    """Or its first complaint: what follows may quote somebody's row."""
    if code == 0:
        return
    lines = said.decode(errors="replace").splitlines()
    complaint = next((line for line in lines if "rror" in line), "no word why")
    if "lock timeout" in complaint:
        complaint = (
            "somebody still uses the database. Stop the web server and the worker first"
        )
    raise BackupError(f"{program} failed: {complaint.strip()}.")


def _environment(settings: Mapping[str, Any]) -> dict[str, str]:
    keys = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGDATABASE": "NAME"}
    told = {name: str(settings[key]) for name, key in keys.items() if settings.get(key)}
    inherited = {
        name: value
        for name, value in os.environ.items()
        if name.startswith(("PG", "LC_")) or name in {"PATH", "HOME", "LANG", "TMPDIR"}
    }
    _, secret = (
        DatabaseClient.settings_to_cmd_args_env({**settings}, [])
        if settings
        else ([], {})
    )
    patience = {"PGOPTIONS": f"-c lock_timeout={LOCK_SECONDS}s"}
    return {**inherited, **patience, **told, **(secret or {})}


def _program(name: str) -> str:
    """Where a program of PostgreSQL's is; Debian keeps some out of sight."""
    installed = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    found = shutil.which(name) or (str(installed[-1]) if installed else "")
    if not found:
        raise BackupError(
            f"{name} is missing: install PostgreSQL’s programs, on Debian "
            "postgresql-client, in the server’s version or newer."
        )
    return found
