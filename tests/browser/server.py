"""A gunicorn of its own, on an SQLite file of its own, and how to start a browser."""

import os
import subprocess
import sys
from contextlib import contextmanager, nullcontext
from pathlib import Path

from tests.databases import copy_filled, static_files
from tests.server import ROOT, gunicorn

# Without the window's own pages, which cost more than those of the tests.
CHROMIUM = "/usr/bin/chromium-headless-shell"
DATABASE = "browser.sqlite3"
# In milliseconds: a busy machine is no fault.
PATIENCE = 30_000
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--test-third-party-cookie-phaseout",
]

WORK = ["manage.py", "work", "--look", "0.2"]
ROUGH_WORK = ["-m", "tests.browser.rough_worker"]

PRODUCTION = {
    "FORGETMENOT_ENV": "production",
    "SECRET_KEY": "g7Qx2-vN8kLw4TzR0bYp6HsJ9mCd3FaUe5iXo1KtWqZrPnVyBh",
    "ALLOWED_HOSTS": "127.0.0.1",
    "BEHIND_TLS_PROXY": "true",
    "PROXY_COUNT": "1",
}


@contextmanager
def serve(
    folder: Path,
    *,
    prepare: list[str],
    host_port: int = 0,
    has_worker: bool = False,
    is_rough: bool = False,
    **variables: str,
):
    """The address of a server over a database that ``prepare`` has filled.

    With ``has_worker`` somebody does in the background what researchers ask for, who
    ``is_rough`` where nobody reads the numbers.
    """
    environment = {
        **os.environ,
        "FORGETMENOT_ENV": "local",
        "SECRET_KEY": "only-for-tests",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": f"sqlite:///{folder / DATABASE}",
        "FRAME_ANCESTORS": f"'self',http://localhost:{host_port}",
        # What is imported late, a second one would import again.
        "WEB_WORKERS": "1",
        **variables,
    }
    copy_filled(folder / DATABASE, prepare)
    environment["STATIC_ROOT"] = str(static_files(environment))
    work = ROUGH_WORK if is_rough else WORK
    beside = worker(environment, work) if has_worker else nullcontext()
    with gunicorn(environment, folder / "log") as url, beside:
        yield url


@contextmanager
def worker(environment: dict[str, str], work: list[str]):
    process = subprocess.Popen([sys.executable, *work], cwd=ROOT, env=environment)
    try:
        yield
    finally:
        process.terminate()
        process.wait(timeout=30)
