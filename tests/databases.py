"""Databases migrated once for all: a copy takes a moment, migrating seconds."""

import atexit
import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.server import ROOT

_LOCAL = {"FORGETMENOT_ENV": "local", "SECRET_KEY": "only-for-tests"}


def migrate(**variables: str) -> None:
    """Bring the database that ``variables`` lead to up to date."""
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "-v", "0"],
        check=True,
        cwd=ROOT,
        env={**os.environ, **_LOCAL, **variables},
    )


def run_folder() -> Path:
    """The folder of the whole run, which all of its processes find."""
    if "TEST_RUN_FOLDER" not in os.environ:
        folder = tempfile.mkdtemp(prefix="forgetmenot-tests-")
        os.environ["TEST_RUN_FOLDER"] = folder
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(os.environ["TEST_RUN_FOLDER"])


def copy_migrated(file: Path) -> None:
    """Make ``file`` an SQLite database with every table and no rows."""
    shutil.copyfile(_migrated_file(run_folder()), file)


def _migrated_file(folder: Path) -> Path:
    """The first process of a run that asks makes it, the others wait."""
    made, draft = folder / "migrated.sqlite3", folder / "draft.sqlite3"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            migrate(DATABASE_URL=f"sqlite:///{draft}")
            draft.rename(made)
    return made
