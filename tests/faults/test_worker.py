"""A worker whose database is not there."""

import os
import signal
import subprocess
import sys
import time

from tests.server import ROOT

SAID = "The database did not answer"


def work(environment, log):
    with log.open("w") as file:
        return subprocess.Popen(
            [sys.executable, "manage.py", "work", "--look", "0.1", "--every", "0.5"],
            cwd=ROOT,
            env={**os.environ, "FORGETMENOT_ENV": "local", **environment},
            stdout=file,
            stderr=file,
        )


def wait_for(condition):
    for _ in range(600):
        if condition():
            return
        time.sleep(0.1)
    raise AssertionError("it never came to that")


def test_a_worker_without_a_database_waits_and_ends_when_told(tmp_path):
    log = tmp_path / "log"
    nowhere = {"DATABASE_URL": "postgres:///nowhere", "PGHOST": str(tmp_path)}
    worker = work(nowhere, log)
    try:
        # The worker itself and the sweep beside it.
        wait_for(lambda: log.read_text().count(SAID) > 2)
        assert worker.poll() is None
    finally:
        worker.send_signal(signal.SIGTERM)

    assert worker.wait(timeout=30) == 0
