"""Requests that gunicorn refuses before the app is asked."""

import socket
from types import SimpleNamespace

from gunicorn.http.errors import LimitRequestLine

from config.draining import Worker


def test_what_never_reaches_the_app_is_refused_with_headers_too():
    ours, theirs = socket.socketpair()
    worker = Worker.__new__(Worker)
    logged = []
    worker.log = SimpleNamespace(warning=logged.append)

    with ours, theirs:
        visitor = ("203.0.113.7", 4711)
        worker.handle_error(None, ours, visitor, LimitRequestLine(9000, 4094))
        said, _, body = theirs.recv(10_000).decode().partition("\r\n\r\n")

    status, *headers = said.split("\r\n")
    assert status == "HTTP/1.1 414 URI Too Long"
    assert (
        "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'" in headers
    )
    assert "X-Content-Type-Options: nosniff" in headers
    assert f"Content-Length: {len(body)}" in headers
    assert "Invalid request" in logged[0]
    assert "203.0.113.7" not in logged[0]
