"""The first that a request meets: it gets an id, and is counted with its time.

Who knows METRICS_TOKEN reads the counts at `/metrics`. They are told here and not by a
view: whoever collects them asks each server by its own address, which is not a name of
the site, and without https inside a private network. Others find nothing there.
"""

import hmac
import time

from django.conf import settings
from django.core.signals import request_finished
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone

from config.middleware import Handler
from studies.request_ids import begin_request, choose_id, end_request
from studies.services.operations.metrics import CONTENT_TYPE, expose
from studies.tallies import TALLIES

METRICS_PATH = "/metrics"
# In this order: the first that an address begins with.
KINDS_OF_PATHS = (
    ("/join/", "join"),
    ("/pictures/", "media"),
    ("/sounds/", "media"),
    ("/static/", "media"),
    ("/dashboard/", "researcher"),
    ("/admin/", "researcher"),
    ("/api/v1/studies/", "researcher"),
)
ANSWER_PATHS = ("/answer/", "/answers/")
SESSION_PATHS = ("/s/", "/api/v1/sessions/")

# Not earlier: Django logs a refusal when the last of its middleware has returned.
request_finished.connect(end_request)


class WatchMiddleware:
    """Gives each request an id, measures it, and tells the measures."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        began = time.perf_counter()
        request_id = choose_id(_told_id(request))
        begin_request(request_id)
        response = _show_metrics(request) or self.get_response(request)
        response.headers["X-Request-ID"] = request_id
        TALLIES.count_request(
            kind_of(request),
            seconds=time.perf_counter() - began,
            status=response.status_code,
        )
        return response


def _told_id(request: HttpRequest) -> str:
    """What the proxy calls the request; without one a visitor could say anything."""
    is_believed = settings.SECURE_PROXY_SSL_HEADER is not None
    return request.META.get("HTTP_X_REQUEST_ID", "") if is_believed else ""


def kind_of(request: HttpRequest) -> str:
    """What an address is for, without what it says about anybody."""
    path = request.path_info
    if path.startswith(SESSION_PATHS):
        is_answer = request.method == "POST" and path.endswith(ANSWER_PATHS)
        is_join = path == SESSION_PATHS[1]
        return "join" if is_join else "answer" if is_answer else "session"
    kinds = (kind for start, kind in KINDS_OF_PATHS if path.startswith(start))
    return next(kinds, "other")


def _show_metrics(request: HttpRequest) -> HttpResponse | None:
    if request.path_info != METRICS_PATH:
        return None
    if _may_see(request):
        return _plain(expose(now=timezone.now()))
    # Without https no page is shown, and that there is none is told all the same.
    has_pages = request.is_secure() or not settings.SECURE_SSL_REDIRECT
    return None if has_pages else _plain("", status=404)


def _plain(text: str, *, status: int = 200) -> HttpResponse:
    response = HttpResponse(text, content_type=CONTENT_TYPE, status=status)
    response.headers["Cache-Control"] = "no-store"
    response.headers["Content-Security-Policy"] = "default-src 'none'"
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response


def _may_see(request: HttpRequest) -> bool:
    told = request.META.get("HTTP_AUTHORIZATION", "").encode("utf-8", "surrogateescape")
    wanted = f"Bearer {settings.METRICS_TOKEN}".encode()
    is_told = hmac.compare_digest(told, wanted)
    return bool(settings.METRICS_TOKEN) and request.method == "GET" and is_told
