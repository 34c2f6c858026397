"""How long something took, as a number that databases compute and compare."""

from typing import Any

from django.db.models import FloatField, Func
from django.db.models.sql.compiler import SQLCompiler


class SecondsBetween(Func):
    """The seconds from the first time to the second.

    Django subtracts times on SQLite in Python, row by row; this stays in the database.
    """

    template = "EXTRACT(EPOCH FROM (%(expressions)s))::float8"
    arg_joiner = " - "

    def __init__(self, began: str, ended: str) -> None:
        super().__init__(ended, began, output_field=FloatField())

    def as_sqlite(self, compiler: SQLCompiler, connection: Any, **more: Any) -> Any:
        return self.as_sql(
            compiler,
            connection,
            template="((julianday(%(expressions)s)) * 86400.0)",
            arg_joiner=") - julianday(",
        )
