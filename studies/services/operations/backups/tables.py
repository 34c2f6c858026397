"""Tables, rows and migrations of a database, whichever kind it is of."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO

from django.core.management import call_command
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from studies.errors import BackupError
from studies.services.operations.backups.files import PIECE_BYTES
from studies.services.operations.standing_in import standing_in

APP = "studies"
# So begins a step that stood for all up to one; databases remember those of old too.
SQUASHED = "0001_squashed_"
# What only we and our researchers put there: a fresh database has none of it.
FILLED = ("auth_user", "studies_")


@dataclass(frozen=True)
class Copy:
    """One state of a database: what is in it, and all of it in pieces."""

    rows: dict[str, int]
    migrations: list[str]
    content: Iterator[bytes]


def take_copy(connection: BaseDatabaseWrapper, content: Iterator[bytes]) -> Copy:
    return Copy(count_rows(connection), list_migrations(connection), content)


def read_pieces(file: IO[bytes]) -> Iterator[bytes]:
    return iter(lambda: file.read(PIECE_BYTES), b"")


def count_rows(connection: BaseDatabaseWrapper) -> dict[str, int]:
    """How many rows every table has."""
    counts = {}
    with connection.cursor() as cursor:
        for table in sorted(connection.introspection.table_names(cursor)):
            quoted = connection.ops.quote_name(table)
            cursor.execute(f"SELECT COUNT(*) FROM {quoted}")  # noqa: S608
            counts[table] = cursor.fetchone()[0]
    return counts


def list_migrations(connection: BaseDatabaseWrapper) -> list[str]:
    applied = MigrationRecorder(connection).applied_migrations()
    return sorted(".".join(key) for key in applied)


def find_contents(connection: BaseDatabaseWrapper) -> dict[str, int]:
    """What a restore would replace: tables that somebody has filled."""
    rows = count_rows(connection)
    return {name: n for name, n in rows.items() if n and name.startswith(FILLED)}


def require_known(migrations: list[str]) -> None:
    """Refuse tables of a newer program than this one."""
    known = set()
    for key, migration in MigrationLoader(None).disk_migrations.items():
        known |= {key, *migration.replaces}
    ours = {f"{APP}.{name}" for app, name in known if app == APP}
    newer = [name for name in migrations if name.startswith(f"{APP}.")]
    unknown = sorted(
        name for name in newer if name.replace(SQUASHED, "", 1) not in ours
    )
    if unknown:
        raise BackupError(
            "This backup was made by a newer version of Forgetmenot, which has "
            f"{unknown[-1]}: update first."
        )


def bring_up_to_date(connection: BaseDatabaseWrapper) -> bool:
    """Give a database the tables of this program; says whether it lacked some."""
    loader = MigrationLoader(connection)
    if {*loader.graph.leaf_nodes()} <= {*loader.applied_migrations}:
        return False
    with standing_in(connection):
        call_command("migrate", verbosity=0, interactive=False)
    return True
