"""Columns as the database gives them: an export has millions of values to read."""

from typing import Any

from django.db.models import Field, Func


class _AsItIs(Field[Any, Any]):
    """A type that no database is asked to convert."""


class Plain(Func):
    """A column that Django does not convert: JSON as text, in SQLite flags as 0 and 1.

    A column that is computed has no declared type, so that SQLite's driver leaves it
    alone as well.
    """

    arity = 1
    template = "(%(expressions)s)"
    output_field = _AsItIs()
    on_sqlite = "+(%(expressions)s)"

    def as_sqlite(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        return self.as_sql(compiler, connection, template=self.on_sqlite, **extra)


class Microseconds(Plain):
    """A time as a whole number, since 1970. SQLite keeps times as text, in UTC.

    Seconds are taken apart from their fraction, or SQLite would round them. Signs of
    per cent are read twice, by this template and by Django's cursor.
    """

    template = "(extract(epoch from %(expressions)s) * 1000000)::bigint"
    on_sqlite = (
        "strftime('%%%%s', substr(%(expressions)s, 1, 19)) * 1000000 "
        "+ cast(substr(%(expressions)s, 21, 6) as integer)"
    )


class IsoTime(Plain):
    """A time as ``datetime.isoformat`` writes it."""

    template = (
        "replace(to_char(%(expressions)s at time zone 'UTC', "
        "'YYYY-MM-DD\"T\"HH24:MI:SS.US+00:00'), '.000000', '')"
    )
    on_sqlite = "replace(%(expressions)s, ' ', 'T') || '+00:00'"
