"""How old the newest good backup is, as metrics and the status page tell it."""

from datetime import datetime, timedelta

from studies.services.operations.backups import last_backup


def backup_age(*, now: datetime) -> timedelta | None:
    """None where nothing was backed up yet."""
    last = last_backup(now=now)
    return last.good_age if last else None
