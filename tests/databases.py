"""What many tests need is made once for a run, and copied in a moment."""

import atexit
import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from tests.server import ROOT

_LOCAL = {"FORGETMENOT_ENV": "local", "SECRET_KEY": "only-for-tests"}


def call_django(*arguments: str, **variables: str) -> None:
    """Run a command of Django's or ours in an environment with ``variables``."""
    subprocess.run(
        [sys.executable, *arguments],
        check=True,
        cwd=ROOT,
        env={**os.environ, **_LOCAL, **variables},
    )


def migrate(**variables: str) -> None:
    """Bring the database that ``variables`` lead to up to date."""
    call_django("manage.py", "migrate", "-v", "0", **variables)


def run_folder() -> Path:
    """The folder of the whole run, which all of its processes find."""
    if "TEST_RUN_FOLDER" not in os.environ:
        folder = tempfile.mkdtemp(prefix="forgetmenot-tests-")
        os.environ["TEST_RUN_FOLDER"] = folder
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(os.environ["TEST_RUN_FOLDER"])


def made_once(name: str, make: Callable[[Path], None]) -> Path:
    """What ``make`` makes at a path of the run.

    The first process that asks makes it, the others wait.
    """
    made, draft = run_folder() / name, run_folder() / f"draft-{name}"
    with (run_folder() / f"lock-{name}").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            make(draft)
            draft.rename(made)
    return made


def copy_migrated(file: Path) -> None:
    """Make ``file`` an SQLite database with every table and no rows."""
    shutil.copyfile(made_once("migrated.sqlite3", _migrate_file), file)


def _migrate_file(file: Path) -> None:
    migrate(DATABASE_URL=f"sqlite:///{file}")


def copy_filled(file: Path, fill: list[str]) -> None:
    """Make ``file`` an SQLite database with the rows that the program ``fill`` adds."""

    def make(draft: Path) -> None:
        copy_migrated(draft)
        call_django(
            *fill,
            DATABASE_URL=f"sqlite:///{draft}",
            DJANGO_SETTINGS_MODULE="config.settings",
        )

    shutil.copyfile(made_once(f"{fill[-1]}.sqlite3", make), file)


def static_files(environment: dict[str, str]) -> Path:
    """The folder of static files as a server in ``environment`` wants them."""

    def make(draft: Path) -> None:
        collect = ("manage.py", "collectstatic", "--no-input", "-v", "0")
        call_django(*collect, **{**environment, "STATIC_ROOT": str(draft)})

    return made_once(f"static-{environment['FORGETMENOT_ENV']}", make)
