"""Django's SQLite, whose writers stand in line.

SQLite lets them sleep and try again, each time for longer, and the next one is whoever
happens to try when the database is free: under load some wait for a second while others
pass. Waiting for a lock on a file beside the database, they are woken as soon as it is
their turn. The connection's time-out is for both, the line and the lock of SQLite.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import OperationalError
from django.db.backends.sqlite3 import base

from config.sqlite.line import Line

SUFFIX = "-line"
# That of Python's sqlite3.
USUAL_TIMEOUT = 5.0


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection to SQLite."""

    _line: Line | None = None

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        connection = super().get_new_connection(conn_params)
        if not self.is_in_memory_db():
            self._line = Line(f"{self.settings_dict['NAME']}{SUFFIX}")
        return connection

    def _start_transaction_under_autocommit(self) -> None:
        waited = self._stand_in_line()
        try:
            with self._patience_after(waited):
                super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._leave_line()
            raise

    def _commit(self) -> None:
        try:
            super()._commit()  # type: ignore[misc]
        finally:
            self._leave_line()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._leave_line()

    def _close(self) -> None:
        super()._close()  # type: ignore[misc]
        line, self._line = self._line, None
        if line is not None:
            line.close()

    @property
    def _timeout(self) -> float:
        return float(self.settings_dict["OPTIONS"].get("timeout", USUAL_TIMEOUT))

    def _stand_in_line(self) -> float:
        """How long it took; too long is what SQLite says of its own lock."""
        if self._line is None:
            return 0.0
        try:
            return self._line.stand(seconds=self._timeout)
        except TimeoutError as error:
            raise OperationalError("database is locked") from error

    @contextmanager
    def _patience_after(self, waited: float) -> Iterator[None]:
        """What was spent in line is not spent again waiting for SQLite."""
        if not waited:
            yield
            return
        self._wait_at_most(max(0.0, self._timeout - waited))
        try:
            yield
        finally:
            self._wait_at_most(self._timeout)

    def _wait_at_most(self, seconds: float) -> None:
        self.connection.execute(f"PRAGMA busy_timeout = {round(seconds * 1000)}")

    def _leave_line(self) -> None:
        if self._line is not None:
            self._line.leave()
