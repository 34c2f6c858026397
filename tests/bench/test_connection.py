"""The benchmarks' client against servers that end their replies in different ways."""

import asyncio
from contextlib import asynccontextmanager

import pytest

from bench.connection import Connection, Request

SIZED = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"
CLOSED = b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhello"
CHUNKED = (
    b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    b"3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n"
)
NOTHING = b""
MOVED = b"HTTP/1.1 303 See Other\r\nLocation: /next\r\nContent-Length: 0\r\n\r\n"


class Script:
    """A server that plays one reply after the other, and counts who connects."""

    def __init__(self, *replies, closes=False):
        self._replies = list(replies)
        self._closes = closes
        self.n_connections = 0
        self.heads = []

    async def serve(self, reader, writer):
        self.n_connections += 1
        while self._replies:
            try:
                self.heads.append(await reader.readuntil(b"\r\n\r\n"))
            except asyncio.IncompleteReadError:
                break
            reply = self._replies.pop(0)
            writer.write(reply)
            if self._closes or reply in (CLOSED, NOTHING):
                break
        writer.close()

    @asynccontextmanager
    async def running(self):
        server = await asyncio.start_server(self.serve, "127.0.0.1", 0)
        connection = Connection(server.sockets[0].getsockname()[1])
        try:
            yield connection
        finally:
            connection.close()
            server.close()


def play(script, n_requests, *, pause=0.0):
    async def ask():
        replies = []
        async with script.running() as connection:
            for _ in range(n_requests):
                replies.append(await connection.open(Request("/")))
                await asyncio.sleep(pause)
        return replies

    return asyncio.run(ask())


@pytest.mark.parametrize("reply", [SIZED, CHUNKED, CLOSED])
def test_a_body_is_read_to_its_end(reply):
    replies = play(Script(reply, reply), 2)

    assert [r.text for r in replies] == ["hello", "hello"]


def test_a_connection_is_kept():
    script = Script(SIZED, CHUNKED, SIZED)

    play(script, 3)

    assert script.n_connections == 1


def test_a_kept_connection_that_is_gone_is_opened_again():
    script = Script(SIZED, SIZED, closes=True)

    replies = play(script, 2, pause=0.05)

    assert len(replies) == script.n_connections == 2


def test_a_kept_connection_that_ends_without_a_reply_is_opened_again():
    script = Script(SIZED, NOTHING, SIZED)

    replies = play(script, 2)

    assert len(replies) == script.n_connections == 2


def test_a_redirect_is_followed_with_the_same_headers():
    script = Script(MOVED, SIZED)
    headers = {"Content-Type": "text/plain", "HX-Request": "true"}

    async def post():
        async with script.running() as connection:
            return await connection.open(Request("/form", b"", headers))

    reply = asyncio.run(post())

    assert reply.path == "/next"
    assert script.heads[1].startswith(b"GET /next")
    assert b"HX-Request: true" in script.heads[1]
    assert b"Content-Type" not in script.heads[1]
