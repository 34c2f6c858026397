"""Copies of an SQLite database, and databases made from them."""

import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.db import DEFAULT_DB_ALIAS
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.sqlite3 import base

from studies.errors import BackupError
from studies.services.operations.backups.tables import Copy, read_pieces, take_copy

_TIMEOUT = 60
_PREFIX = ".forgetmenot-copy-"
# Whoever made it has been killed.
_LEFT_BEHIND_SECONDS = 24 * 3600


@contextmanager
def copying(connection: BaseDatabaseWrapper) -> Iterator[Copy]:
    """One state of the database, with all that was stored before; nobody waits."""
    name = Path(connection.settings_dict["NAME"])
    with _folder_beside(name) as folder:
        copy = folder / "copy.sqlite3"
        with closing(_opened(name, mode="ro")) as source:
            source.execute("VACUUM INTO ?", [str(copy)])
        with closing(_connect(connection, copy)) as copied, copy.open("rb") as file:
            yield take_copy(copied, read_pieces(file))


@contextmanager
def throw_away(connection: BaseDatabaseWrapper) -> Iterator[BaseDatabaseWrapper]:
    """A database of the same kind that is empty, and gone after the block."""
    with (
        folder_for_content(connection) as folder,
        closing(_connect(connection, folder / "drill.sqlite3")) as other,
    ):
        yield other


def load(connection: BaseDatabaseWrapper, file: Path) -> None:
    """Replace everything in the database by what the file has, at once."""
    connection.close()
    target = Path(connection.settings_dict["NAME"])
    with (
        closing(_opened(file, mode="ro")) as source,
        closing(_opened(target, mode="rwc")) as replaced,
    ):
        try:
            source.backup(replaced)
        except sqlite3.OperationalError as error:
            raise BackupError(
                f"The database could not be replaced: {error}. Nothing was changed. "
                "Stop the web server and the worker first."
            ) from error


def is_in_use(connection: BaseDatabaseWrapper) -> bool:
    """Whether anybody else has it open: who closes it last removes this file."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT COUNT(*) FROM sqlite_master")
    connection.close()
    return Path(f"{connection.settings_dict['NAME']}-shm").exists()


def find_fault(connection: BaseDatabaseWrapper) -> str:
    """What SQLite itself finds wrong with a database."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA integrity_check(1)")
        found = cursor.fetchone()[0]
        if found != "ok":
            return f"SQLite finds it damaged: {found}."
        cursor.execute("PRAGMA foreign_key_check")
        strayed = cursor.fetchone()
    return f"A row of {strayed[0]} refers to nothing." if strayed else ""


@contextmanager
def folder_for_content(connection: BaseDatabaseWrapper) -> Iterator[Path]:
    """Where content may lie open: beside the database, which is no more secret."""
    with _folder_beside(Path(connection.settings_dict["NAME"])) as folder:
        yield folder


@contextmanager
def _folder_beside(name: Path) -> Iterator[Path]:
    _remove_left_behind(name.parent)
    with TemporaryDirectory(prefix=_PREFIX, dir=name.parent) as folder:
        yield Path(folder)


def _remove_left_behind(folder: Path) -> None:
    for left in folder.glob(f"{_PREFIX}*"):
        if time.time() - left.stat().st_mtime > _LEFT_BEHIND_SECONDS:
            shutil.rmtree(left, ignore_errors=True)


def _opened(path: Path, *, mode: str) -> sqlite3.Connection:
    address = f"{path.resolve().as_uri()}?mode={mode}"
    return sqlite3.connect(address, uri=True, timeout=_TIMEOUT)


def _connect(usual: BaseDatabaseWrapper, path: Path) -> BaseDatabaseWrapper:
    settings: dict[str, Any] = {**usual.settings_dict, "NAME": path, "OPTIONS": {}}
    return base.DatabaseWrapper(settings, DEFAULT_DB_ALIAS)
