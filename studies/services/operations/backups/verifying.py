"""Whether a database that was brought back is what was kept."""

from dataclasses import dataclass

from django.db.backends.base.base import BaseDatabaseWrapper

from studies.errors import BackupError
from studies.models import Response, TeachingSession
from studies.services.hash_chain import find_log_fault
from studies.services.operations.backups.tables import count_rows
from studies.services.operations.standing_in import standing_in


@dataclass(frozen=True)
class Contents:
    """What was found whole."""

    n_rows: int
    n_tables: int
    n_sessions: int
    n_answers: int

    def __str__(self) -> str:
        return (
            f"{self.n_rows:,} rows of {self.n_tables} tables, {self.n_answers:,} cards "
            f"and the logs of {self.n_sessions:,} sessions are whole"
        )


def require_rows(connection: BaseDatabaseWrapper, expected: dict[str, int]) -> None:
    """Refuse a database that lacks a row, or has one that was not kept."""
    found = count_rows(connection)
    for table in sorted({*expected, *found}):
        if found.get(table, 0) != expected.get(table, 0):
            raise BackupError(
                f"{table} should have {expected.get(table, 0)} rows, and has "
                f"{found.get(table, 0)}."
            )


def require_whole_logs(connection: BaseDatabaseWrapper) -> Contents:
    """Refuse a database in which the log of a session was changed."""
    rows = count_rows(connection)
    with standing_in(connection):
        sessions = TeachingSession.objects.order_by("pk")
        for session in sessions.iterator(chunk_size=500):
            if fault := find_log_fault(session):
                raise BackupError(f"Of session {session.public_id}, {fault}.")
        return Contents(
            n_rows=sum(rows.values()),
            n_tables=len(rows),
            n_sessions=sessions.count(),
            n_answers=Response.objects.count(),
        )
