"""Django's SQLite, whose writers stand in line.

SQLite lets them sleep and try again, each time for longer, and the next one is whoever
happens to try when the database is free: under load some wait for a second while others
pass. Waiting for a lock on a file beside the database, they are woken as soon as it is
their turn. The connection's time-out is that of the line, too.
"""

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
        self._stand_in_line()
        try:
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

    def _stand_in_line(self) -> None:
        """Too long a wait is what SQLite says of its own lock."""
        if self._line is None:
            return
        seconds = self.settings_dict["OPTIONS"].get("timeout", USUAL_TIMEOUT)
        try:
            self._line.stand(seconds=seconds)
        except TimeoutError as error:
            raise OperationalError("database is locked") from error

    def _leave_line(self) -> None:
        if self._line is not None:
            self._line.leave()
