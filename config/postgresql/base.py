"""Django's PostgreSQL, asked for less: prepared statements, and no question whether
it is there."""

import select
from collections.abc import Sequence
from typing import Any

import psycopg
from django.db.backends.postgresql import base, operations
from psycopg import IsolationLevel
from psycopg.types.datetime import TimestamptzLoader
from psycopg.types.numeric import Int8Dumper

from config.postgresql.waiting import SILENCE, Connection

Rows = Sequence[Sequence[Any]]


class PreparingCursor(psycopg.Cursor[tuple[Any, ...]]):
    """A cursor that plans a statement once and from then on calls it by name.

    Behind a pooler it does not: the next transaction may be on another connection,
    which does not know the name.
    """

    def __init__(self, connection: psycopg.Connection[Any], *, is_pooled: bool) -> None:
        super().__init__(connection)
        self._threshold = None if is_pooled else 0
        # By their size, numbers would be of three types, and each makes a new plan.
        self.adapters.register_dumper(int, Int8Dumper)
        # Django's own sets the zone in Python, value by value; here it is set already.
        self.adapters.register_loader("timestamptz", TimestamptzLoader)

    def execute(self, query: Any, params: Any = None, **options: Any) -> Any:
        # Only meanwhile: the connection would keep every text of the ORM as well.
        self.connection.prepare_threshold = self._threshold
        try:
            return super().execute(query, params, **options)
        finally:
            self.connection.prepare_threshold = None


class DatabaseOperations(operations.DatabaseOperations):
    """Shows a prepared statement with its values, as it shows every other."""

    def last_executed_query(self, cursor: Any, sql: str, params: Any) -> str:
        if isinstance(cursor, PreparingCursor):
            return str(self.compose_sql(sql, params))
        return super().last_executed_query(cursor, sql, params)


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection to PostgreSQL."""

    ops_class = DatabaseOperations
    _preparing: Any

    def get_new_connection(self, conn_params: dict[str, Any]) -> Connection:
        self.isolation_level = IsolationLevel.READ_COMMITTED
        with SILENCE.respected():
            connection = Connection.connect(**conn_params)
        connection.connects_with = conn_params
        connection.seconds = self.settings_dict.get("PATIENCE_SECONDS")
        connection.n_threads = self.settings_dict.get("N_THREADS", 1)
        return connection

    def init_connection_state(self) -> None:
        super().init_connection_state()
        is_pooled = self.settings_dict.get("IS_POOLED", False)
        self._preparing = PreparingCursor(self.connection, is_pooled=is_pooled)

    def run_prepared(self, statement: str, values: Sequence[Any]) -> Rows:
        """The rows of a statement that is asked again and again, if it has any."""
        self.validate_thread_sharing()
        self.close_if_health_check_failed()
        self.ensure_connection()
        wrap = self.make_debug_cursor if self.queries_logged else self.make_cursor
        cursor = wrap(self._preparing)
        cursor.execute(statement, values)
        has_rows = self._preparing.rownumber is not None
        return cursor.fetchall() if has_rows else ()

    def is_usable(self) -> bool:
        """Whether the server is still there.

        One that leaves says so or hangs up: a silent line is a good one. Whoever left
        without a word would not answer a question either.
        """
        if self.connection is None:
            return False
        is_in_doubt = self.errors_occurred or self.connection.closed
        if is_in_doubt or _has_something_to_say(self.connection):
            return super().is_usable()
        return True


def _has_something_to_say(connection: psycopg.Connection[Any]) -> bool:
    line = select.poll()
    line.register(connection.fileno(), select.POLLIN)
    return bool(line.poll(0))
