"""Writers of one SQLite file stand in line; hot statements go straight in."""

import subprocess
import sys
import threading
import time

import pytest
from django.db import IntegrityError, OperationalError, connections, transaction
from django.db.backends.sqlite3 import base
from django.db.utils import ConnectionHandler
from django.test.utils import CaptureQueriesContext

from config.env import with_options

ALIAS = "file"
HOLD_SECONDS = 0.5
TIMEOUT_SECONDS = 60
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


@pytest.fixture
def hurry(path, monkeypatch):
    """Connections, from now on, wait only for a moment."""
    options = connections.settings[ALIAS]["OPTIONS"]
    monkeypatch.setitem(options, "timeout", HOLD_SECONDS)
    connections[ALIAS].close()


@pytest.fixture
def beginnings(path, monkeypatch):
    """A list that grows with each transaction that asks SQLite for its lock."""
    begun = []
    begin = base.DatabaseWrapper._start_transaction_under_autocommit

    def begin_and_tell(connection):
        begun.append(connection)
        begin(connection)

    monkeypatch.setattr(
        base.DatabaseWrapper, "_start_transaction_under_autocommit", begin_and_tell
    )
    return begun


@pytest.fixture
def holder(path):
    """Another process, whose turn it is."""
    command = [sys.executable, "-c", HOLDER, f"{path}-line"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


def test_who_waits_does_not_try_before_it_is_their_turn(path, beginnings):
    with transaction.atomic(ALIAS):
        waiting, outcome = started(lambda: write("second"))
        time.sleep(HOLD_SECONDS)
        n_tries = len(beginnings)
    waiting.join()

    assert (n_tries, len(beginnings), outcome) == (1, 2, [None])


def test_nobody_stands_in_line_for_ever(path, hurry):
    with transaction.atomic(ALIAS):
        waiting = [started(lambda: write("never")) for _ in range(4)]
        for thread, _ in waiting:
            thread.join(timeout=30)
        outcomes = [repr(outcome) for _, outcome in waiting]

    assert outcomes == ["[OperationalError('database is locked')]"] * 4


def test_who_gave_up_holds_nobody_up(path, hurry):
    def give_up_and_try_again():
        with pytest.raises(OperationalError, match="database is locked"):
            write("first")
        gave_up.set()
        may_go_on.wait()
        write("first")

    gave_up, may_go_on = threading.Event(), threading.Event()
    with transaction.atomic(ALIAS):
        waiting, outcome = started(give_up_and_try_again)
        gave_up.wait(timeout=30)
    write("second")
    may_go_on.set()
    waiting.join(timeout=30)

    assert outcome == [None]


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


def test_a_process_that_dies_leaves_the_line(path, holder):
    threading.Timer(HOLD_SECONDS, holder.kill).start()

    write("word")

    assert holder.wait() == -9


def test_a_process_that_stands_still_costs_one_thread_at_most(hurry, holder):
    waiting = [started(lambda: write("never")) for _ in range(4)]
    deadline = time.monotonic() + 30
    while sum(thread.is_alive() for thread, _ in waiting) > 1:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    holder.kill()
    for thread, _ in waiting:
        thread.join(timeout=30)

    outcomes = [repr(outcome) for _, outcome in waiting]
    assert outcomes == ["[OperationalError('database is locked')]"] * 4


STORE, FIND = "INSERT INTO words VALUES (%s)", "SELECT word FROM words WHERE word = %s"


def test_a_hot_statement_gives_its_rows_if_it_has_any(path):
    database = connections[ALIAS]

    assert not database.run_prepared(STORE, ["?"])
    assert database.run_prepared(FIND, ["?"]) == [("?",)]


def test_a_hot_statement_opens_the_connection(path):
    connections[ALIAS].close()

    assert connections[ALIAS].run_prepared(FIND, ["x"]) == []


def test_a_refused_hot_statement_is_an_error_of_django(path):
    write("once")

    with pytest.raises(IntegrityError):
        connections[ALIAS].run_prepared(STORE, ["once"])


def test_no_hot_statement_runs_in_a_transaction_that_is_lost(path):
    with transaction.atomic(ALIAS):
        transaction.set_rollback(True, ALIAS)
        with pytest.raises(transaction.TransactionManagementError):
            connections[ALIAS].run_prepared(STORE, ["lost"])


def test_a_hot_statement_is_shown_to_whoever_watches(path):
    with CaptureQueriesContext(connections[ALIAS]) as watched:
        connections[ALIAS].run_prepared(FIND, ["x"])

    assert [query["sql"] for query in watched] == [FIND.replace("%s", "'x'")]


def test_a_disk_without_room_for_a_line_is_a_database_that_is_away(path):
    connections[ALIAS].close()
    line = path.with_name(f"{path.name}-line")
    line.unlink()
    line.mkdir()

    with pytest.raises(OperationalError, match="cannot be written"):
        write("one")
