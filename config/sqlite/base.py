"""Django's SQLite: its writers stand in line, its hot statements go straight in.

SQLite lets writers sleep and try again, each time for longer, and the next one is
whoever happens to try when the database is free: under load some wait for a second
while others pass. Waiting for a lock on a file beside the database, they are woken as
soon as it is their turn. The connection's time-out is that of the line, too.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from django.db import OperationalError
from django.db.backends.sqlite3 import base

from config.sqlite.line import Line

SUFFIX = "-line"
# That of Python's sqlite3.
USUAL_TIMEOUT = 5.0
Rows = Sequence[Sequence[Any]]


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection to SQLite."""

    _line: Line | None = None

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        connection = super().get_new_connection(conn_params)
        if not self.is_in_memory_db():
            self._line = self._found_line(connection)
        return connection

    def _found_line(self, connection: Any) -> Line:
        """A disk that is full or only read has no room for a line."""
        try:
            return Line(f"{self.settings_dict['NAME']}{SUFFIX}")
        except OSError as error:
            connection.close()
            raise OperationalError("the database cannot be written") from error

    def run_prepared(self, statement: str, values: Sequence[Any]) -> Rows:
        """The rows of a statement that is asked again and again, if it has any.

        Python keeps what SQLite made of the text. A cursor of Django's would read the
        text anew each time, which takes longer than the statement; it is there for
        whoever wants to see what is asked.
        """
        if self.queries_logged or self.execute_wrappers:
            return self._run_watched(statement, values)
        self.validate_thread_sharing()
        self.validate_no_broken_transaction()
        self.ensure_connection()
        with self.wrap_database_errors:
            found: Rows = self.connection.execute(_marked(statement), values).fetchall()
        return found

    def _run_watched(self, statement: str, values: Sequence[Any]) -> Rows:
        with self.cursor() as cursor:
            cursor.execute(statement, values)
            return cursor.fetchall() if cursor.description else ()

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


@lru_cache(maxsize=256)
def _marked(statement: str) -> str:
    """The statement with the marks that SQLite has for values."""
    return statement.replace("%s", "?")
