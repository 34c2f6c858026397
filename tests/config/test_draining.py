"""A server that is told to end while its workers start."""

import os
import subprocess
import sys

import pytest

from tests.server import ROOT, free_port

# The server of the project, whose only worker tells it to end at a moment of its start
# and goes on when it was told so itself.
CONFIGURATION = '''
import os, signal, time
from config.gunicorn import *
from config import gunicorn

workers = 1
# After that it would be killed.
graceful_timeout = 10


def when_ready(server):
    """No pages are needed, as no app is."""


def post_fork(server, worker):
    gunicorn.post_fork(server, worker)
    if {moment!r} == "without signals":
        # Here they wait, or are handled as the master does it.
        end(lambda: signal.sigpending() or not server.SIG_QUEUE.empty())


def post_worker_init(worker):
    gunicorn.post_worker_init(worker)
    if {moment!r} == "with signals":
        end(lambda: not worker.alive)


def end(is_told):
    os.kill(os.getppid(), signal.SIGTERM)
    while not is_told():
        time.sleep(0.01)
'''
# The smallest there is.
APP = "wsgiref.simple_server:demo_app"


@pytest.mark.parametrize("moment", ["without signals", "with signals"])
def test_a_worker_told_to_end_while_it_starts_ends(tmp_path, moment):
    configuration = tmp_path / "gunicorn.conf.py"
    configuration.write_text(CONFIGURATION.format(moment=moment))

    ended = subprocess.run(
        [sys.executable, "-m", "gunicorn", "-c", str(configuration), APP],
        cwd=ROOT,
        env={
            **os.environ,
            "FORGETMENOT_ENV": "local",
            "DATABASE_URL": f"sqlite:///{tmp_path}/empty.sqlite3",
            "STATIC_ROOT": str(tmp_path),
            "BIND": f"127.0.0.1:{free_port()}",
        },
        capture_output=True,
        text=True,
        timeout=60,
    )

    assert ended.returncode == 0, ended.stderr
    assert "Worker exiting" in ended.stderr
    assert "Traceback" not in ended.stderr
