"""Writers of one SQLite file stand in line."""

import subprocess
import sys
import threading
import time

import pytest
from django.db import IntegrityError, OperationalError, connections, transaction
from django.db.utils import ConnectionHandler

from config.env import with_options

ALIAS = "file"
HOLD_SECONDS = 0.5
# Shorter than the database is held: whoever only tried again would give up.
TIMEOUT_SECONDS = 0.05
HOLDER = """
import fcntl, os, sys, time
line = os.open(sys.argv[1], os.O_RDWR)
fcntl.flock(line, fcntl.LOCK_EX)
print("held", flush=True)
time.sleep(60)
"""


@pytest.fixture
def path(tmp_path, monkeypatch, django_db_blocker):
    """A database of its own, to which every thread has a connection of its own."""
    path = tmp_path / "file.sqlite3"
    database = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(path)}
    options = with_options(database)
    options["OPTIONS"] = {**options["OPTIONS"], "timeout": TIMEOUT_SECONDS}
    handler = ConnectionHandler({"default": options})
    monkeypatch.setitem(connections.settings, ALIAS, handler.settings["default"])
    with django_db_blocker.unblock():
        with connections[ALIAS].cursor() as cursor:
            cursor.execute("CREATE TABLE words (word TEXT UNIQUE)")
        yield path
        connections[ALIAS].close()
        del connections[ALIAS]


def write(word):
    with transaction.atomic(ALIAS), connections[ALIAS].cursor() as cursor:
        cursor.execute("INSERT INTO words VALUES (%s)", [word])


def started(task):
    """``task`` in a thread; what it returned or raised is in the list."""
    outcome = []

    def run():
        try:
            outcome.append(task())
        except Exception as error:
            outcome.append(error)
        finally:
            connections[ALIAS].close()

    thread = threading.Thread(target=run)
    thread.start()
    return thread, outcome


def test_who_waits_is_let_in_however_long_it_took(path):
    with transaction.atomic(ALIAS):
        waiting, outcome = started(lambda: write("second"))
        time.sleep(HOLD_SECONDS)
        before = list(outcome)
    waiting.join()

    assert (before, outcome) == ([], [None])


@pytest.mark.parametrize("fault", [IntegrityError, OperationalError])
def test_an_error_leaves_the_line(path, fault, monkeypatch):
    write("word")
    if fault is OperationalError:
        monkeypatch.setattr(connections[ALIAS], "transaction_mode", "NO SUCH MODE")

    with pytest.raises(fault):
        write("word")

    waiting, outcome = started(lambda: write("another"))
    waiting.join(timeout=10)
    assert outcome == [None]


def test_a_process_that_dies_leaves_the_line(path):
    command = [sys.executable, "-c", HOLDER, f"{path}-line"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout.readline() == "held\n"
        threading.Timer(HOLD_SECONDS, holder.kill).start()

        write("word")

        assert holder.wait() == -9
