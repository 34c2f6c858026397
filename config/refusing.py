"""What gunicorn answers by itself, to requests that never reach the app."""

from typing import Any

# Nothing on it runs, is kept or tells where somebody was, as on our own pages.
HEADERS = b"\r\n".join(
    [
        b"Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
        b"X-Content-Type-Options: nosniff",
        b"Referrer-Policy: no-referrer",
        b"Cache-Control: no-store",
    ]
)


class Headed:
    """A socket that adds headers to the one answer which is written to it."""

    def __init__(self, sock: Any) -> None:
        self._sock = sock

    def __getattr__(self, name: str) -> Any:
        return getattr(self._sock, name)

    def sendall(self, data: bytes) -> None:
        status, _, rest = data.partition(b"\r\n")
        self._sock.sendall(b"\r\n".join([status, HEADERS, rest]))
