"""Fifty people at once against a real server."""

import os
import re
import subprocess
import sys
from contextlib import contextmanager

import psycopg
import pytest

from tests.databases import copy_migrated
from tests.server import ROOT, gunicorn

N_PEOPLE = 50


@pytest.fixture
def environment(tmp_path):
    """A database of the kind under test, apart from the one of the other tests."""
    variables = {
        **os.environ,
        "FORGETMENOT_ENV": "local",
        "SECRET_KEY": "only-for-tests",
        "WEB_WORKERS": "4",
        "STATIC_ROOT": str(tmp_path),
    }
    if not os.environ["DATABASE_URL"].startswith("postgres"):
        copy_migrated(tmp_path / "load.sqlite3")
        yield {**variables, "DATABASE_URL": f"sqlite:///{tmp_path}/load.sqlite3"}
        return
    name = f"load_{os.getpid()}"
    with postgres() as run:
        run(f"CREATE DATABASE {name} TEMPLATE {os.environ['TEST_TEMPLATE']}")
    yield {**variables, "DATABASE_URL": f"postgres:///{name}"}
    with postgres() as run:
        run(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def postgres():
    with psycopg.connect(dbname="postgres", autocommit=True) as connection:
        yield connection.execute


def manage(environment, *arguments) -> str:
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.on_both_databases
def test_fifty_people_at_once_lose_nothing(environment, tmp_path):
    manage(environment, "load_decks")
    manage(environment, "create_demo", "--review-seconds", "0")
    log = tmp_path / "log"
    with gunicorn(environment, log) as url:
        people = ["-n", str(N_PEOPLE), "--at-once", str(N_PEOPLE)]
        table = manage(
            environment, "simulate_participants", "german-quick", "--http", url, *people
        )

    assert "50 of 50 finished, 0 faults" in table
    assert f"{50 * 22} answers acknowledged, 0 people lost" in table
    replayed = manage(environment, "replay_session", "--all")
    assert replayed.startswith("50 replayed bit for bit")
    file = str(tmp_path / "export.zip")
    whose = ("german-quick", "--purpose", "simulated", "--private", "--out", file)
    assert manage(environment, "export_study", *whose).startswith("50 sessions")
    checked = manage(environment, "verify_export", file)
    assert "50 logs are whole" in checked
    assert not re.search(r"(GET|POST) 5\d\d", log.read_text())
    assert "sessions/" not in log.read_text()
