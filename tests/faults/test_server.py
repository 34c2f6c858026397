"""What strains a server: half-sent requests, a port in use."""

import os
import select
import socket
import time
import urllib.request
from contextlib import ExitStack, contextmanager
from urllib.parse import urlsplit

import httpx
import pytest

from tests.server import END_SECONDS, SERVE, gunicorn
from tests.starting import SITE, Starter

# Of each worker, unless WEB_THREADS says otherwise.
N_THREADS = 4
FORM = b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 9"
HALF_SENT = (
    b"POST /s/x/answer/ HTTP/1.1\r\nHost: loc",
    b"POST /s/x/answer/ HTTP/1.1\r\nHost: localhost\r\n" + FORM + b"\r\n\r\nste",
)


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    folder = tmp_path_factory.mktemp("server")
    return {
        **os.environ,
        "FORGETMENOT_ENV": "local",
        "DATABASE_URL": f"sqlite:///{folder}/empty.sqlite3",
        "STATIC_ROOT": str(folder),
        "WEB_WORKERS": "2",
    }


@pytest.fixture(scope="module")
def starter(environment):
    with Starter(environment, SITE) as starter:
        yield starter


@pytest.fixture(scope="module")
def server(environment, starter, tmp_path_factory):
    """The address and the log of a server with one worker.

    Of several, a request might come to one that has nothing to do.
    """
    alone, log = {**environment, "WEB_WORKERS": "1"}, tmp_path_factory.mktemp("log")
    with gunicorn(alone, log / "log", ready="/healthz", start=starter.start) as url:
        yield url, log / "log"


def test_a_port_is_served_by_one_server_alone(environment, starter, server):
    taken = urlsplit(server[0]).netloc

    second = starter.call(SERVE, {**environment, "BIND": taken})

    assert second.returncode != 0
    assert "cannot be served: Address already in use" in second.stderr


def test_the_log_says_where_the_server_listens(server):
    url, log = server

    (said,) = [line for line in log.read_text().splitlines() if "Listening" in line]
    assert f"Listening at: {url}" in said


def test_all_workers_share_a_socket_in_the_file_system(environment, starter, tmp_path):
    path, log = tmp_path / "web.socket", tmp_path / "log"
    bound = {**environment, "BIND": f"unix:{path}"}
    server = starter.start(SERVE, bound, log, log)
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


def _ask(url, address="/"):
    return urllib.request.urlopen(f"{url}{address}", timeout=60).status
