"""A PostgreSQL that neither answers nor hangs up, that hangs up, and that is gone."""

import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor

import httpx
import psycopg
import pytest

from tests.postgres import gone, migrated_cluster, standing_still
from tests.server import gunicorn
from tests.starting import SITE, Starter

# All threads of the one worker.
N_THREADS = 2
ADDRESSES = ("/", "/join/study/", "/dashboard/decks/", "/api/v1/sessions/unknown/")
PICTURE = "/pictures/2f1c8a36-6f0c-4a53-9d3c-6a0a4f1f8b11"
SIGNED_IN = {"Cookie": "sessionid=somebody"}
# Longer than any limit, and shorter than a hanging server would need.
HTTP_SECONDS = 30


@pytest.fixture(scope="module")
def database():
    with migrated_cluster() as variables:
        yield variables


@pytest.fixture(scope="module")
def environment(database, tmp_path_factory):
    folder = tmp_path_factory.mktemp("static")
    return {
        **os.environ,
        **database,
        "FORGETMENOT_ENV": "local",
        "STATIC_ROOT": str(folder),
        "STATEMENT_SECONDS": "1",
        "WEB_WORKERS": "1",
        "WEB_THREADS": str(N_THREADS),
    }


@pytest.fixture(scope="module")
def starter(environment):
    with Starter(environment, SITE) as starter:
        yield starter


@pytest.fixture(scope="module")
def started(environment, starter, tmp_path_factory):
    log = tmp_path_factory.mktemp("log") / "log"
    with gunicorn(environment, log, start=starter.start) as url:
        yield url


@pytest.fixture
def server(started):
    """A server all of whose threads have a connection to a database that answers."""
    _first_success(started, "/")
    _ask_all_at_once(started, "/")
    return started


def _ask(url, address):
    return httpx.get(f"{url}{address}", headers=SIGNED_IN, timeout=HTTP_SECONDS)


def _ask_all_at_once(url, *addresses):
    with ThreadPoolExecutor(N_THREADS * 2) as visitors:
        addresses = addresses * N_THREADS * 2
        return list(visitors.map(lambda address: _ask(url, address), addresses))


def test_every_page_says_so_while_the_database_stands_still(server, database):
    with standing_still(database):
        refused = _ask_all_at_once(server, *ADDRESSES)

    assert {reply.status_code for reply in refused} == {503}
    assert {reply.headers["Retry-After"] for reply in refused} == {"5"}


def test_the_server_is_alive_and_not_ready_while_the_database_stands_still(
    server, database
):
    with standing_still(database):
        ready = [_ask(server, "/readyz") for _ in range(N_THREADS + 1)]
        alive = _ask(server, "/healthz")

    assert [reply.status_code for reply in ready] == [503] * (N_THREADS + 1)
    assert ready[0].json() == {"status": "no database"}
    assert alive.status_code == 200


def test_the_server_goes_on_when_the_database_does(server, database):
    with standing_still(database):
        _ask_all_at_once(server, "/")

    assert _first_success(server, "/").status_code == 200
    assert _first_success(server, "/readyz").json() == {"status": "ok"}


def _first_success(url, address):
    for _ in range(100):
        reply = _ask(url, address)
        if reply.status_code == 200:
            break
        time.sleep(0.2)
    return reply


def test_a_lock_that_is_never_released_costs_its_visitors_a_page(server, database):
    held = "LOCK TABLE studies_study IN ACCESS EXCLUSIVE MODE"
    with psycopg.connect(
        host=database["PGHOST"], user=database["PGUSER"], dbname="postgres"
    ) as connection:
        connection.execute(held)
        refused = _ask(server, "/join/study/")
        connection.rollback()

    assert refused.status_code == 503
    assert _ask(server, "/join/study/").status_code == 404


def test_commands_may_take_longer_than_requests(environment, starter):
    slow = (
        "from django.db import connection\n"
        "with connection.cursor() as cursor:\n"
        "    cursor.execute('SELECT pg_sleep(4)')\n"
    )

    done = starter.call(["manage.py", "shell", "-c", slow], environment)

    assert (done.returncode, done.stderr) == (0, "")


def test_a_restarted_database_costs_nobody_a_page(server, database):
    replies = []
    for _ in range(3):
        _cut_all_connections(database)
        replies.append(_ask(server, "/").status_code)

    assert replies == [200] * 3


def _cut_all_connections(database):
    """As a restart does: the server says goodbye and hangs up."""
    host, user = database["PGHOST"], database["PGUSER"]
    with psycopg.connect(host=host, user=user, dbname="postgres") as connection:
        cut = connection.execute(
            "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
            " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        ).fetchall()
    assert cut


def test_every_page_of_a_server_says_so_that_started_without_a_database(
    environment, starter, database, tmp_path
):
    addresses = (*ADDRESSES, PICTURE)
    way = {"ready": "/healthz", "start": starter.start}
    with gone(database), gunicorn(environment, tmp_path / "log", **way) as url:
        refused = [_ask(url, address) for address in addresses]

    assert [reply.status_code for reply in refused] == [503] * len(addresses)
    assert {reply.headers["Retry-After"] for reply in refused} == {"5"}


def test_a_worker_without_a_database_waits_and_ends_when_told(
    environment, starter, database, tmp_path
):
    log = tmp_path / "log"
    work = ["manage.py", "work", "--look", "0.1", "--every", "0.5"]
    with gone(database):
        worker = starter.start(work, environment, log, log)
        try:
            # The worker itself and the sweep beside it.
            _wait_for(lambda: log.read_text().count("The database did not answer") > 2)
            assert worker.poll() is None
        finally:
            worker.send_signal(signal.SIGTERM)

        assert worker.wait(timeout=30) == 0


def _wait_for(is_so):
    for _ in range(600):
        if is_so():
            return
        time.sleep(0.1)
    raise AssertionError("it never came to that")
