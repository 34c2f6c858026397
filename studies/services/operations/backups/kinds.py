"""Databases of both kinds, asked in the same words."""

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from django.db.backends.base.base import BaseDatabaseWrapper

from studies.services.operations.backups import postgresql, sqlite
from studies.services.operations.backups.tables import Copy

NAMES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


class Kind(Protocol):
    """What a kind of database can do; each is a module."""

    def copying(
        self, connection: BaseDatabaseWrapper
    ) -> AbstractContextManager[Copy]: ...

    def throw_away(
        self, connection: BaseDatabaseWrapper
    ) -> AbstractContextManager[BaseDatabaseWrapper]: ...

    def folder_for_content(
        self, connection: BaseDatabaseWrapper
    ) -> AbstractContextManager[Path]: ...

    def load(self, connection: BaseDatabaseWrapper, file: Path) -> None: ...

    def is_in_use(self, connection: BaseDatabaseWrapper) -> bool: ...

    def find_fault(self, connection: BaseDatabaseWrapper) -> str: ...


_KINDS: dict[str, Kind] = {"sqlite": sqlite, "postgresql": postgresql}


def kind_of(connection: BaseDatabaseWrapper) -> Kind:
    return _KINDS[connection.vendor]
