"""The stand-in as a server on this machine: API, signing keys, and a small site."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from playground.prolific.errors import ProlificError, UnknownTokenError
from playground.prolific.operations import obey
from playground.prolific.pool import Pool
from playground.prolific.site import Page, Visit, show_site

KEYS = "/.well-known/study/jwks.json"
_LOOPBACK = "127.0.0.1"
_API = "/api/v1/"


class StandIn:
    """Serves a pool while its block lasts: ``with StandIn() as service``."""

    def __init__(self, pool: Pool | None = None, *, port: int = 0) -> None:
        self.pool = pool or Pool()
        handler = type("Own", (Handler,), {"stand_in": self})
        self._server = ThreadingHTTPServer((_LOOPBACK, port), handler)
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    @property
    def endpoint(self) -> str:
        return f"http://{_LOOPBACK}:{self._server.server_port}"

    def __enter__(self) -> "StandIn":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def answer(
    pool: Pool, method: str, target: str, *, token: str, body: bytes
) -> tuple[int, Any]:
    """The status and the reply to one request of a program."""
    path = urlsplit(target).path
    pool.calls.append(f"{method} {path}")
    try:
        _fail(pool.faults_before)
        if path == KEYS:
            return 200, pool.keys.public()
        if token != f"Token {pool.token}":
            raise UnknownTokenError
        query = dict(parse_qsl(urlsplit(target).query))
        reply = obey(pool, method, path, {**query, **json.loads(body or b"{}")})
        _fail(pool.faults_after)
    except ProlificError as error:
        return error.status, error.as_json()
    return reply


def _fail(faults: list[ProlificError | None]) -> None:
    fault = faults.pop(0) if faults else None
    if fault is not None:
        raise fault


class Handler(BaseHTTPRequestHandler):
    """One connection of a program or a browser."""

    protocol_version = "HTTP/1.1"
    stand_in: StandIn

    def do_GET(self) -> None:
        self._answer("GET")

    def do_POST(self) -> None:
        self._answer("POST")

    def _answer(self, method: str) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        path, pool = urlsplit(self.path).path, self.stand_in.pool
        if path == KEYS or path.startswith(_API):
            token = self.headers.get("Authorization", "")
            status, reply = answer(pool, method, self.path, token=token, body=body)
            self._send(Page(json.dumps(reply), status, kind="application/json"))
        else:
            self._send(show_site(pool, self._visit(method, body)))

    def _visit(self, method: str, body: bytes) -> Visit:
        parts = urlsplit(self.path)
        sent = body.decode() if method == "POST" else parts.query
        fields = dict(parse_qsl(sent, keep_blank_values=True))
        return Visit(method, parts.path, fields, self.headers.get("Cookie", ""))

    def _send(self, page: Page) -> None:
        content = page.content.encode()
        self.send_response(page.status)
        headers = {"Content-Type": page.kind, **page.headers}
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing: requests name people."""
