"""The stand-in as a server on this machine, for the real client."""

import json
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from playground.mturk.errors import RequestError, ServiceFaultError
from playground.mturk.market import Market
from playground.mturk.operations import obey
from playground.mturk.shapes import check_request

_TARGET = "MTurkRequesterServiceV20170117."
_LOOPBACK = "127.0.0.1"


class StandIn:
    """Serves a market while its block lasts: ``with StandIn() as service``."""

    def __init__(self, market: Market | None = None, *, port: int = 0) -> None:
        self.market = market or Market()
        self._server = ThreadingHTTPServer((_LOOPBACK, port), _handler(self))
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

    def serve(self) -> None:
        """Until somebody ends the process."""
        self._server.serve_forever()


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
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            name = self.headers.get("X-Amz-Target", "").removeprefix(_TARGET)
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            status, reply = answer(stand_in.market, name, body)
            content = json.dumps(reply).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/x-amz-json-1.1")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: Any) -> None:
            """Nothing: requests name workers."""

    return Handler
