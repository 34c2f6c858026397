"""Make a backup, and let old ones go."""

import errno
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings

from studies.errors import BackupError
from studies.models import UpkeepRun
from studies.models.upkeep import UpkeepKind
from studies.services.operations.backups.files import HALF, Manifest, write_backup
from studies.services.operations.backups.kinds import kind_of
from studies.services.operations.backups.records import (
    begin_due_backup,
    begin_run,
    mark_lost,
    newest_good_backup,
    recorded,
)
from studies.services.operations.standing_in import usual_connection
from studies.services.operations.versions import code_version

_TIME = "%Y%m%dT%H%M%S.%fZ"
_PATTERN = "forgetmenot-*.backup"
# Beside the others and never the newest of them: somebody wanted to go back from it.
_BEFORE_RESTORE = "before-restore-*.backup"
# Half a backup this old belongs to somebody who was killed.
_LEFT_BEHIND_SECONDS = 24 * 3600


def make_backup(*, now: datetime) -> UpkeepRun:
    """Make a backup of everything stored so far, and prune."""
    return _make(begin_run(UpkeepKind.BACKUP, now=now))


def make_due_backup(*, now: datetime) -> UpkeepRun | None:
    """Make a backup if one is due; one whose file is gone is none."""
    note_lost_backups()
    run = begin_due_backup(now=now)
    return _make(run) if run else None


def note_lost_backups() -> None:
    """Let no good backup count whose file is gone, with the disk or by a mistake.

    Whoever makes them looks: a web server elsewhere need not see their folder.
    """
    folder = settings.BACKUP_FOLDER
    if not settings.BACKUP_HOURS:
        return
    while (run := newest_good_backup()) and not (folder / run.file).is_file():
        mark_lost(run, words=f"{run.file} is gone from {folder}.")


def list_backups() -> list[Path]:
    """The backups in the folder, the newest first: they are named by their time."""
    return sorted(settings.BACKUP_FOLDER.glob(_PATTERN), reverse=True)


def find_newest() -> Path:
    newest = next(iter(list_backups()), None)
    if newest is None:
        raise BackupError(f"There is no backup in {settings.BACKUP_FOLDER}.")
    return newest


def _make(run: UpkeepRun) -> UpkeepRun:
    with recorded(run), told_in_words():
        path = _new_path(_PATTERN, made_at=run.began_at)
        n_rows = _write(path, made_at=run.began_at)
        _prune()
        run.file, run.size = path.name, path.stat().st_size
        sealed = "encrypted" if settings.BACKUP_KEY else "not encrypted"
        run.words = f"{n_rows:,} rows in {run.size:,} bytes, {sealed}."
    return run


def keep_before_restore(*, now: datetime) -> Path:
    """A backup that is neither the newest nor counted, and goes as old ones do."""
    with told_in_words():
        path = _new_path(_BEFORE_RESTORE, made_at=now)
        _write(path, made_at=now)
    return path


def _new_path(pattern: str, *, made_at: datetime) -> Path:
    settings.BACKUP_FOLDER.mkdir(mode=0o700, parents=True, exist_ok=True)
    name = pattern.replace("*", f"{made_at.astimezone(UTC):{_TIME}}")
    return Path(settings.BACKUP_FOLDER / name)


def _write(path: Path, *, made_at: datetime) -> int:
    connection = usual_connection()
    with kind_of(connection).copying(connection) as copy:
        manifest = Manifest(
            database=connection.vendor,
            made_at=made_at.isoformat(),
            version=code_version(),
            migrations=copy.migrations,
            rows=copy.rows,
        )
        key = settings.BACKUP_KEY
        write_backup(path, manifest=manifest, content=copy.content, key=key)
    return sum(copy.rows.values())


def _prune() -> None:
    backups = list_backups()
    for old in backups[settings.BACKUP_KEEP :]:
        old.unlink(missing_ok=True)
    for oldest in backups[settings.BACKUP_KEEP - 1 : settings.BACKUP_KEEP]:
        _remove_before(_time(oldest))
    for half in settings.BACKUP_FOLDER.glob(f"*{HALF}"):
        if time.time() - half.stat().st_mtime > _LEFT_BEHIND_SECONDS:
            half.unlink(missing_ok=True)


def _remove_before(moment: str) -> None:
    for before in settings.BACKUP_FOLDER.glob(_BEFORE_RESTORE):
        if _time(before) < moment:
            before.unlink(missing_ok=True)


def _time(backup: Path) -> str:
    return backup.name.rpartition("-")[2]


@contextmanager
def told_in_words() -> Iterator[None]:
    """A disk that is full or may not be written to is no riddle."""
    try:
        yield
    except OSError as error:
        where = error.filename or settings.BACKUP_FOLDER
        is_full = error.errno in {errno.ENOSPC, errno.EDQUOT}
        said = "no room is left on its disk" if is_full else error.strerror
        raise BackupError(f"{where} cannot be written: {said}.") from error
