"""Before everything is replaced: nobody may be at work, and what is there is kept."""

from datetime import datetime
from pathlib import Path

from studies.errors import BackupError
from studies.services.operations.backups.kinds import kind_of
from studies.services.operations.backups.making import keep_before_restore
from studies.services.operations.backups.tables import find_contents
from studies.services.operations.standing_in import usual_connection


def require_nobody_at_work() -> None:
    """Refuse while others have the database open: what they store would be lost."""
    connection = usual_connection()
    if kind_of(connection).is_in_use(connection):
        raise BackupError(
            "Somebody still uses the database. Stop the web server and the worker "
            "first, or add --insist."
        )


def keep_what_is_there(*, now: datetime) -> Path | None:
    """A backup of what a restore will replace; None where there is nothing."""
    has_contents = bool(find_contents(usual_connection()))
    return keep_before_restore(now=now) if has_contents else None
