"""Another database in the place of the usual one."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper


def usual_connection() -> BaseDatabaseWrapper:
    """The connection of this thread itself, which does not change with what stands in.

    ``django.db.connection`` is whichever stands there at the moment.
    """
    return connections[DEFAULT_DB_ALIAS]


@contextmanager
def standing_in(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Within the block this thread's queries go to ``connection``.

    Whatever is called there asks it without knowing.
    """
    usual = usual_connection()
    connections[DEFAULT_DB_ALIAS] = connection
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = usual
