"""How old the newest good backup is, as metrics and the status page tell it."""

from datetime import datetime, timedelta


def backup_age(*, now: datetime) -> timedelta | None:
    """None where nothing was backed up yet."""
    try:
        from studies.services.operations.backups import last_backup  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        return None
    last = last_backup(now=now)
    return last.good_age if last else None
