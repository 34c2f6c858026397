"""One browser's kept connection: HTTP/1.1 over asyncio's streams, and little else.

It is light on purpose: what the client burns on these two cores, the server lacks.
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

HOST = "127.0.0.1"
TIMEOUT_SECONDS = 30
MAX_REDIRECTS = 5
REDIRECTS = frozenset({301, 302, 303, 307})


@dataclass(frozen=True)
class Request:
    """What a browser sends; a ``body`` makes it a POST."""

    path: str
    body: bytes | None = None
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def method(self) -> str:
        return "GET" if self.body is None else "POST"

    def follow(self, location: str) -> "Request":
        """The GET a redirect leads to: XMLHttpRequest keeps its headers."""
        kept = {k: v for k, v in self.headers.items() if k != "Content-Type"}
        return Request(location, headers=kept)

    def encode(self) -> bytes:
        lines = [f"{self.method} {self.path} HTTP/1.1", f"Host: {HOST}"]
        lines += [f"{name}: {value}" for name, value in self.headers.items()]
        if self.body is not None:
            lines.append(f"Content-Length: {len(self.body)}")
        return "\r\n".join([*lines, "", ""]).encode() + (self.body or b"")


@dataclass(frozen=True)
class Reply:
    """What came back, and from where."""

    path: str
    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def location(self) -> str | None:
        return self.headers.get("location") if self.status in REDIRECTS else None


Heard = Callable[[float, Reply], None]


class Connection:
    """Asks one server, one thing after the other; ``heard`` gets every reply's time."""

    def __init__(self, port: int, heard: Heard = lambda seconds, reply: None) -> None:
        self._port = port
        self._heard = heard
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def open(self, request: Request) -> Reply:
        """The reply, after its redirects."""
        reply = await self.ask(request)
        for _ in range(MAX_REDIRECTS):
            if reply.location is None:
                break
            reply = await self.ask(request.follow(reply.location))
        return reply

    async def ask(self, request: Request) -> Reply:
        clock = asyncio.get_running_loop().time
        started = clock()
        async with asyncio.timeout(TIMEOUT_SECONDS):
            reply = await self._ask_kept(request)
        self._heard(clock() - started, reply)
        return reply

    async def _ask_kept(self, request: Request) -> Reply:
        is_kept = self._reader is not None and not self._reader.at_eof()
        try:
            return await self._exchange(request, is_kept=is_kept)
        except (ConnectionError, asyncio.IncompleteReadError):
            self.close()
            if not is_kept:
                raise
            # Servers close kept connections at any time; browsers then ask again.
            return await self._exchange(request, is_kept=False)

    async def _exchange(self, request: Request, *, is_kept: bool) -> Reply:
        if not is_kept or self._reader is None or self._writer is None:
            self.close()
            self._reader, self._writer = await asyncio.open_connection(HOST, self._port)
        self._writer.write(request.encode())
        head = await self._reader.readuntil(b"\r\n\r\n")
        status, headers = _read_head(head)
        body = b"" if status == 204 else await _read_body(self._reader, headers)
        if headers.get("connection", "").lower() == "close":
            self.close()
        return Reply(request.path, status, headers, body)

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
        self._reader = self._writer = None


def _read_head(head: bytes) -> tuple[int, dict[str, str]]:
    first, *lines = head.decode("latin-1").rstrip().split("\r\n")
    pairs = (line.partition(":") for line in lines)
    headers = {name.lower(): value.strip() for name, _, value in pairs}
    return int(first.split(" ", 2)[1]), headers


async def _read_body(reader: asyncio.StreamReader, headers: Mapping[str, str]) -> bytes:
    if "content-length" in headers:
        return await reader.readexactly(int(headers["content-length"]))
    if headers.get("transfer-encoding", "").lower() == "chunked":
        return await _read_chunks(reader)
    return await reader.read()


async def _read_chunks(reader: asyncio.StreamReader) -> bytes:
    chunks = []
    while size := int((await reader.readline()).partition(b";")[0], 16):
        chunks.append(await reader.readexactly(size))
        await reader.readexactly(2)
    await reader.readuntil(b"\r\n")
    return b"".join(chunks)
