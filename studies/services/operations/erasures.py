"""Erasures beyond the tables: in SQLite's log, and in backups that come back."""

import json
import sqlite3
from contextlib import closing

from django.conf import settings
from django.db.models import Exists, OuterRef

from studies.errors import BackupError
from studies.models import CompletionCode, TeachingSession
from studies.services.operations.backups.files import written_whole
from studies.services.operations.standing_in import usual_connection

# Whether the codes went as well, by the ids of the sessions.
Erased = dict[str, bool]
_FILE = "erasures.json"
# Writers wait meanwhile, so it must not wait for who reads.
_PATIENCE_SECONDS = 0.2


def overwrite_log() -> bool:
    """Empty SQLite's write-ahead log, which keeps pages as they were before.

    Says whether it is empty: while somebody reads, it has to be tried again.
    PostgreSQL overwrites its own log in time.
    """
    connection = usual_connection()
    if connection.vendor != "sqlite":
        return True
    name = connection.settings_dict["NAME"]
    with closing(sqlite3.connect(name, timeout=_PATIENCE_SECONDS)) as own:
        (is_busy, *_) = own.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not is_busy


def note_erasures() -> Erased:
    """Keep beside the backups who was erased, by ids that name nobody.

    A backup may come back that still has them; these are then erased anew.
    """
    noted = read_erasures()
    found = noted | _find()
    if found != noted:
        settings.BACKUP_FOLDER.mkdir(mode=0o700, parents=True, exist_ok=True)
        with written_whole(settings.BACKUP_FOLDER / _FILE) as out:
            out.write(json.dumps(found, indent=0, sort_keys=True).encode())
    return found


def _find() -> Erased:
    codes = CompletionCode.objects.filter(session=OuterRef("pk"))
    erased = TeachingSession.objects.filter(erased_at__isnull=False)
    rows = erased.values_list("public_id", Exists(codes))
    return {str(public_id): not has_codes for public_id, has_codes in rows}


def read_erasures() -> Erased:
    """Who was erased, as far as it was noted."""
    path = settings.BACKUP_FOLDER / _FILE
    try:
        return dict(json.loads(path.read_bytes())) if path.exists() else {}
    except ValueError as error:
        raise BackupError(f"{path} is damaged: it says who was erased.") from error
