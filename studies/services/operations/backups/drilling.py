"""Try a backup: only one that was brought back once is known to be one."""

from datetime import datetime
from pathlib import Path

from studies.models import UpkeepRun
from studies.models.upkeep import UpkeepKind
from studies.services.operations.backups.kinds import kind_of
from studies.services.operations.backups.making import find_newest, told_in_words
from studies.services.operations.backups.records import (
    begin_due_drill,
    begin_run,
    recorded,
)
from studies.services.operations.backups.restoring import (
    Restored,
    bring_back,
    require_suitable,
)
from studies.services.operations.standing_in import usual_connection


def drill(*, now: datetime, path: Path | None = None) -> str:
    """Bring the newest backup back into a database that is thrown away; says how."""
    return _drill(begin_run(UpkeepKind.DRILL, now=now), path)


def drill_if_due(*, now: datetime) -> str:
    """Try the newest backup if it is time to; says how, or nothing."""
    run = begin_due_drill(now=now)
    return _drill(run, None) if run else ""


def _drill(run: UpkeepRun, path: Path | None) -> str:
    with recorded(run), told_in_words():
        path = path or find_newest()
        run.file, run.size = path.name, path.stat().st_size
        manifest = require_suitable(path)
        connection = usual_connection()
        with kind_of(connection).throw_away(connection) as other:
            restored = bring_back(path, manifest, into=other)
        run.words = _describe(path, restored)
    return run.words


def _describe(path: Path, restored: Restored) -> str:
    sealed = "encrypted" if restored.manifest.is_encrypted else "not encrypted"
    brought = ", and its tables were brought up to date" if restored.was_older else ""
    return f"{path.name} ({sealed}) can be brought back: {restored.contents}{brought}."
