"""Bring back what a backup kept."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper

from studies.errors import BackupError
from studies.models import UpkeepRun
from studies.services.operations.backups.files import (
    Manifest,
    read_content,
    read_manifest,
)
from studies.services.operations.backups.kinds import NAMES, kind_of
from studies.services.operations.backups.tables import (
    bring_up_to_date,
    find_contents,
    require_known,
)
from studies.services.operations.backups.verifying import (
    Contents,
    require_rows,
    require_whole_logs,
)
from studies.services.operations.standing_in import usual_connection


@dataclass(frozen=True)
class Restored:
    """What came back, of when, and whether its tables were older than the program."""

    manifest: Manifest
    contents: Contents
    was_older: bool


def restore(path: Path, *, may_replace: bool) -> Restored:
    """Replace everything in the database by what was kept.

    Nothing is touched before the file is known to be whole and meant for here.
    """
    manifest = require_suitable(path)
    if not may_replace:
        _require_empty()
    restored = bring_back(path, manifest, into=usual_connection())
    # The backup itself was under way in what it kept.
    UpkeepRun.objects.filter(is_good=None).delete()
    return restored


def require_suitable(path: Path) -> Manifest:
    """What a file says of itself; refuses what this database cannot take."""
    manifest = read_manifest(path)
    kept, ours = manifest.database, usual_connection().vendor
    if kept != ours:
        raise BackupError(
            f"This is a backup of {NAMES.get(kept, kept)}, and the database here is "
            f"{NAMES[ours]}: point DATABASE_URL to one of its kind."
        )
    require_known(manifest.migrations)
    return manifest


def bring_back(
    path: Path, manifest: Manifest, *, into: BaseDatabaseWrapper
) -> Restored:
    """Load a backup into a database, and look whether all of it arrived."""
    kind = kind_of(into)
    with _unpacked(path) as file:
        kind.load(into, file)
    if fault := kind.find_fault(into):
        raise BackupError(fault)
    require_rows(into, manifest.rows)
    was_older = bring_up_to_date(into)
    return Restored(manifest, require_whole_logs(into), was_older)


@contextmanager
def _unpacked(path: Path) -> Iterator[Path]:
    connection = usual_connection()
    with kind_of(connection).folder_for_content(connection) as folder:
        file = folder / "content"
        with file.open("wb") as out:
            for piece in read_content(path, key=settings.BACKUP_KEY):
                out.write(piece)
        yield file


def _require_empty() -> None:
    there = find_contents(usual_connection())
    if there:
        raise BackupError(
            f"This database is not empty: {sum(there.values()):,} rows are of accounts "
            f"and studies, {max(there.values()):,} of them in "
            f"{max(there, key=lambda name: there[name])}. "
            "Restoring deletes all of them: add --replace if they may go."
        )
