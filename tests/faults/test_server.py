"""What strains a server: half-sent requests, a port in use, a database that left."""

import os
import select
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import ExitStack, contextmanager
from urllib.parse import urlsplit

import httpx
import psycopg
import pytest

from tests.postgres import migrated_cluster
from tests.server import END_SECONDS, ROOT, gunicorn

# Of each worker, unless WEB_THREADS says otherwise.
N_THREADS = 4
FORM = b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 9"
HALF_SENT = (
    b"POST /s/x/answer/ HTTP/1.1\r\nHost: loc",
    b"POST /s/x/answer/ HTTP/1.1\r\nHost: localhost\r\n" + FORM + b"\r\n\r\nste",
)
SIGNED_IN = {"Cookie": "sessionid=somebody"}
ADDRESSES = (
    "/",
    "/pictures/2f1c8a36-6f0c-4a53-9d3c-6a0a4f1f8b11",
    "/join/study/",
    "/dashboard/decks/",
    "/api/v1/sessions/unknown/",
)


def serving(folder):
    return {
        **os.environ,
        "FORGETMENOT_ENV": "local",
        "DATABASE_URL": f"sqlite:///{folder}/empty.sqlite3",
        "STATIC_ROOT": str(folder),
        "WEB_WORKERS": "2",
    }


@pytest.fixture
def environment(tmp_path):
    return serving(tmp_path)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """The address and the log of a server with one worker.

    Of several, a request might come to one that has nothing to do.
    """
    folder = tmp_path_factory.mktemp("server")
    alone = {**serving(folder), "WEB_WORKERS": "1"}
    with gunicorn(alone, folder / "log", ready="/healthz") as url:
        yield url, folder / "log"


def test_a_port_is_served_by_one_server_alone(environment, server):
    serve = ["-m", "gunicorn", "-c", "config/gunicorn.py", "config.wsgi"]
    second = subprocess.run(
        [sys.executable, *serve],
        cwd=ROOT,
        env={**environment, "BIND": urlsplit(server[0]).netloc},
        capture_output=True,
        text=True,
        timeout=60,
    )

    assert second.returncode != 0
    assert "cannot be served: Address already in use" in second.stderr


def test_the_log_says_where_the_server_listens(server):
    url, log = server

    (said,) = [line for line in log.read_text().splitlines() if "Listening" in line]
    assert f"Listening at: {url}" in said


def test_all_workers_share_a_socket_in_the_file_system(environment, tmp_path):
    path = tmp_path / "web.socket"
    environment["BIND"] = f"unix:{path}"
    serve = [sys.executable, "-m", "gunicorn", "-c", "config/gunicorn.py"]
    log = tmp_path / "log"
    with log.open("w") as file:
        server = subprocess.Popen(
            [*serve, "config.wsgi"], cwd=ROOT, env=environment, stderr=file
        )
    try:
        reply = _ask_socket(path)
    finally:
        server.terminate()
        server.wait(timeout=END_SECONDS)

    assert reply.status_code == 200
    assert f"Listening at: unix:{path}" in log.read_text()
    # It was the master's: of their own, the last worker's would replace the others.
    assert not path.exists()


def _ask_socket(path):
    for _ in range(150):
        if path.exists():
            break
        time.sleep(0.2)
    transport = httpx.HTTPTransport(uds=str(path))
    with httpx.Client(transport=transport, timeout=30) as client:
        return client.get("http://localhost/healthz")


@pytest.mark.parametrize("beginning", HALF_SENT, ids=["headers", "body"])
def test_half_sent_requests_stop_no_worker(server, beginning):
    url, _ = server
    with _half_sent(url, beginning, n=2) as waited_for:
        beside_few = _ask(url, "/healthz")
        given_up = [each for each in waited_for if _is_given_up(each)]

    with _half_sent(url, beginning, n=N_THREADS + 1):
        beside_many = _ask(url, "/healthz")

    # Nobody waits for a few, and of too many each is waited for for a while.
    assert (beside_few, given_up) == (200, [])
    assert beside_many == 200


@contextmanager
def _half_sent(url, beginning, *, n):
    address = (urlsplit(url).hostname, urlsplit(url).port)
    with ExitStack() as stack:
        connections = [
            stack.enter_context(socket.create_connection(address)) for _ in range(n)
        ]
        for connection in connections:
            connection.sendall(beginning)
        yield connections


def _is_given_up(connection):
    """Whether the server said anything or hung up."""
    return bool(select.select([connection], [], [], 0)[0])


def test_a_restarted_database_costs_nobody_a_page(environment, tmp_path):
    with migrated_cluster() as database:
        variables = {**environment, **database, "WEB_WORKERS": "1"}
        with gunicorn(variables, tmp_path / "log") as url:
            replies = [_ask(url)]
            for _ in range(3):
                _cut_all_connections(database)
                replies.append(_ask(url))

    assert replies == [200] * 4


def test_every_page_says_so_while_the_database_is_away(environment, tmp_path):
    nowhere = {"DATABASE_URL": "postgres:///nowhere", "PGHOST": str(tmp_path)}
    with gunicorn(
        {**environment, **nowhere}, tmp_path / "log", ready="/healthz"
    ) as url:
        refused = [
            httpx.get(f"{url}{address}", headers=SIGNED_IN) for address in ADDRESSES
        ]

    assert [reply.status_code for reply in refused] == [503] * len(ADDRESSES)
    assert {reply.headers["Retry-After"] for reply in refused} == {"5"}


def _ask(url, address="/"):
    return urllib.request.urlopen(f"{url}{address}", timeout=60).status


def _cut_all_connections(database):
    """As a restart does: the server says goodbye and hangs up."""
    host, user = database["PGHOST"], database["PGUSER"]
    with psycopg.connect(host=host, user=user, dbname="postgres") as connection:
        cut = connection.execute(
            "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
            " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        ).fetchall()
    assert cut
