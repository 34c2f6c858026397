"""Requests that arrive slowly, or never as a whole, stop nobody else."""

import os
import socket
import urllib.request
from urllib.parse import urlsplit

from tests.server import gunicorn

N_HALF_SENT = 6


def test_half_sent_requests_stop_nobody(tmp_path):
    environment = {
        **os.environ,
        "FORGETMENOT_ENV": "local",
        "DATABASE_URL": f"sqlite:///{tmp_path}/empty.sqlite3",
        "STATIC_ROOT": str(tmp_path),
        "WEB_WORKERS": "2",
    }
    with gunicorn(environment, tmp_path / "log", ready="/healthz") as url:
        address = (urlsplit(url).hostname, urlsplit(url).port)
        half_sent = [socket.create_connection(address) for _ in range(N_HALF_SENT)]
        for connection in half_sent:
            connection.sendall(b"POST /s/x/answer/ HTTP/1.1\r\nHost: loc")

        replies = [
            urllib.request.urlopen(f"{url}/healthz", timeout=10).status
            for _ in range(5)
        ]

        for connection in half_sent:
            connection.close()
    assert replies == [200] * 5
