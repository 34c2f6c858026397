"""One state of the database, read while others go on writing."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DEFAULT_DB_ALIAS, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.sqlite3 import base as sqlite

from studies.services.operations.standing_in import standing_in, usual_connection

SQLITE_OPTIONS = {"timeout": 20, "init_command": "PRAGMA query_only=ON;"}
REPEATABLE = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"


class Snapshot:
    """A connection of its own that stands where the thread's usual one stood."""

    def __init__(self) -> None:
        self._usual = usual_connection()
        self._own = _connect_beside(self._usual)

    @contextmanager
    def entered(self) -> Iterator[None]:
        with standing_in(self._own), transaction.atomic():
            if self._own.vendor == "postgresql":
                with self._own.cursor() as cursor:
                    cursor.execute(REPEATABLE)
            yield

    @contextmanager
    def left(self) -> Iterator[None]:
        """For a moment back on the usual connection, to write how far one is."""
        with standing_in(self._usual):
            yield

    def close(self) -> None:
        self._own.close()


@contextmanager
def reading_snapshot() -> Iterator[Snapshot]:
    """Within the block every query of this thread reads one and the same state.

    Whatever is called there reads it without knowing, and nothing can be written.
    Nobody waits for it: PostgreSQL and SQLite's log both keep what is being read.
    """
    snapshot = Snapshot()
    try:
        with snapshot.entered():
            yield snapshot
    finally:
        snapshot.close()


def _connect_beside(usual: BaseDatabaseWrapper) -> BaseDatabaseWrapper:
    if usual.vendor != "sqlite":
        return usual.copy()
    # Django's own: ours would stand in line as a writer, and nobody could write.
    settings = {**usual.settings_dict, "OPTIONS": SQLITE_OPTIONS}
    return sqlite.DatabaseWrapper(settings, DEFAULT_DB_ALIAS)
