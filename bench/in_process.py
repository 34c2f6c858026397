"""Calls WSGI applications as a server does, without the socket, and weighs the CPU."""

import io
import time
from typing import Any
from wsgiref.types import WSGIApplication, WSGIEnvironment

from django.core.handlers.wsgi import WSGIHandler, WSGIRequest
from django.http import HttpRequest, HttpResponse
from django.test.utils import override_settings
from django.urls import path

from bench.connection import Reply, Request


def show_ok(request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok")


urlpatterns = [path("ok", show_ok)]


class BareRequest(WSGIRequest):
    """Looks for its view in this module."""

    urlconf = __name__


class BareHandler(WSGIHandler):
    request_class = BareRequest


def bare_application() -> WSGIApplication:
    """The floor: Django's whole request cycle over one view, without middleware."""
    with override_settings(MIDDLEWARE=[]):
        return BareHandler()


class Weighed:
    """An application that knows the CPU seconds it has used."""

    def __init__(self, application: WSGIApplication) -> None:
        self._application = application
        self.cpu_seconds = 0.0
        self.n_calls = 0

    def ask(self, request: Request) -> Reply:
        environ = _environ(request)
        head: list[Any] = []

        def start(status: str, headers: list[tuple[str, str]], *_: object) -> Any:
            head[:] = [int(status.split()[0]), headers]

        began = time.process_time()
        result = self._application(environ, start)
        body = b"".join(result)
        if hasattr(result, "close"):
            result.close()
        self.cpu_seconds += time.process_time() - began
        self.n_calls += 1
        status, headers = head
        if status >= 400:
            raise RuntimeError(f"{request.method} was answered with {status}")
        named = {name.lower(): value for name, value in headers}
        return Reply(request.path, status, named, body)

    def open(self, request: Request) -> Reply:
        """The reply, after its redirect."""
        reply = self.ask(request)
        if reply.location is None:
            return reply
        return self.ask(request.follow(reply.location))


def _environ(request: Request) -> WSGIEnvironment:
    path, _, query = request.path.partition("?")
    body = request.body or b""
    headers = {
        "HTTP_" + name.upper().replace("-", "_"): value
        for name, value in request.headers.items()
        if name != "Content-Type"
    }
    return {
        "REQUEST_METHOD": request.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": path,
        "QUERY_STRING": query,
        "CONTENT_TYPE": request.headers.get("Content-Type", ""),
        "CONTENT_LENGTH": str(len(body)),
        "SERVER_NAME": "127.0.0.1",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": "127.0.0.1",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": io.StringIO(),
        "wsgi.multithread": False,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        **headers,
    }
