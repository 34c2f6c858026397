"""A gunicorn of its own, on an SQLite file of its own, and how to start a browser."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = "/usr/bin/chromium"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--test-third-party-cookie-phaseout",
]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def serve(folder: Path, *, prepare: list[str], host_port: int = 0):
    """The address of a server over a database that ``prepare`` has filled."""
    address = f"127.0.0.1:{free_port()}"
    environment = {
        **os.environ,
        "FORGETMENOT_ENV": "local",
        "SECRET_KEY": "only-for-tests",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": f"sqlite:///{folder}/browser.sqlite3",
        "STATIC_ROOT": str(folder / "static"),
        "FRAME_ANCESTORS": f"'self',http://localhost:{host_port}",
        "WEB_WORKERS": "2",
        "BIND": address,
    }
    run = {"cwd": ROOT, "env": environment}
    collect = ["manage.py", "collectstatic", "--no-input", "-v", "0"]
    for command in (collect, prepare):
        subprocess.run([sys.executable, *command], check=True, **run)
    gunicorn = ["-m", "gunicorn", "-c", "config/gunicorn.py", "config.wsgi"]
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, *gunicorn], stdout=log, stderr=log, **run
        )
    try:
        wait_for(f"http://{address}/readyz")
        yield f"http://{address}"
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=30)


def wait_for(url: str) -> None:
    for _ in range(150):
        try:
            urllib.request.urlopen(url, timeout=5).close()
            return
        except OSError:
            time.sleep(0.2)
    raise AssertionError(f"{url} never answered")
