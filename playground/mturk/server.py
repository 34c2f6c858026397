"""The stand-in as a server on this machine: for the real client, and for browsers."""

import json
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from playground.mturk.errors import RequestError, ServiceFaultError
from playground.mturk.market import Market
from playground.mturk.operations import obey
from playground.mturk.shapes import check_request
from playground.mturk.site.replies import Reply, lead
from playground.mturk.site.routes import Visit, answer_visit

_TARGET = "MTurkRequesterServiceV20170117."
_LOOPBACK = "127.0.0.1"
_SITE = "localhost"


class StandIn:
    """Serves a market while its block lasts: ``with StandIn() as service``."""

    def __init__(self, market: Market | None = None, *, port: int = 0) -> None:
        self.market = market or Market()
        self._server = ThreadingHTTPServer((_LOOPBACK, port), _handler(self))
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    @property
    def endpoint(self) -> str:
        """Where requesters' programs ask."""
        return f"http://{_LOOPBACK}:{self._server.server_port}"

    @property
    def site(self) -> str:
        """Where workers are, under a name of its own: browsers take it for another
        site than the one that is framed."""
        return f"http://{_SITE}:{self._server.server_port}"

    def __enter__(self) -> "StandIn":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def answer(market: Market, name: str, body: bytes) -> tuple[int, dict[str, Any]]:
    """The status and the reply to one request."""
    market.calls.append(name)
    try:
        _fail(market.faults_before)
        request = json.loads(body or b"{}")
        check_request(name, request)
        reply = obey(market, name, request)
        _fail(market.faults_after)
    except (RequestError, ServiceFaultError) as error:
        told = {"__type": error.kind, "Message": error.message}
        return error.status, {**told, "TurkErrorCode": error.code}
    return 200, reply


def _fail(faults: list[ServiceFaultError | None]) -> None:
    fault = faults.pop(0) if faults else None
    if fault is not None:
        raise fault


def _handler(stand_in: StandIn) -> Callable[..., BaseHTTPRequestHandler]:
    class Handler(_Handler):
        owner = stand_in

    return Handler


class _Handler(BaseHTTPRequestHandler):
    """Requesters' programs say what they want in a header; browsers ask for pages."""

    protocol_version = "HTTP/1.1"
    owner: StandIn

    def do_GET(self) -> None:
        own = urlsplit(self.owner.site)
        if self.headers.get("Host") != own.netloc:
            # By another name it would be another origin than the one that may frame.
            return self._send(lead(own._replace(path=self.path).geturl()))
        self._visit({})

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        target = self.headers.get("X-Amz-Target", "")
        if not target:
            fields = parse_qsl(body.decode(errors="replace"), keep_blank_values=True)
            return self._visit(dict(fields))
        name = target.removeprefix(_TARGET)
        status, reply = answer(self.owner.market, name, body)
        kind = {"Content-Type": "application/x-amz-json-1.1"}
        self._send(Reply(json.dumps(reply).encode(), status, kind))

    def _visit(self, fields: dict[str, str]) -> None:
        path = urlsplit(self.path).path
        owner, method = self.owner, self.command
        self._send(answer_visit(Visit(owner.market, method, path, owner.site, fields)))

    def _send(self, reply: Reply) -> None:
        self.send_response(reply.status)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(reply.body)))
        self.end_headers()
        self.wfile.write(reply.body)

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing: requests name workers."""
