"""What requests pass on their way in; participants' requests pass little of it.

They come without cookies and never sign in, and there are many of them. The list of
their addresses is short and closed: whatever is not on it is protected.
"""

import hashlib
import math
import time
from collections.abc import Awaitable, Callable

from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from csp.utils import build_policy
from django.conf import settings
from django.contrib.auth import middleware as auth
from django.contrib.messages import middleware as messages
from django.contrib.sessions import middleware as sessions
from django.core.exceptions import SuspiciousOperation
from django.db import DataError
from django.http import HttpRequest, HttpResponse, UnreadablePostError
from django.http.response import HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

from config.errors import bad_request, insecure, too_many, unavailable
from config.rates import Limiter, Rate
from studies.outages import DATABASE_FAILURES
from studies.visitors import neighbourhood

Handler = Callable[[HttpRequest], HttpResponseBase]

HEALTH_PATHS = ("/healthz", "/readyz")
SESSION_PATHS = ("/s/", "/api/v1/sessions/")
RESEARCHERS_PATH = "/api/v1/studies/"
FORGOTTEN_PATH = "/dashboard/password/forgotten/"
JOIN_PATHS = ("/join/", "/api/v1/sessions/")
PARTICIPANTS_PATHS = (
    *("/s/", "/join/", "/pictures/", "/sounds/", "/api/v1/sessions/"),
    *HEALTH_PATHS,
)


def is_for_participants(request: HttpRequest) -> bool:
    """Whether nobody signs in at this address."""
    return request.path_info.startswith(PARTICIPANTS_PATHS)


class ReferrerMiddleware:
    """Participants' pages tell nobody where one was: their addresses are secrets.

    Elsewhere the settings hold. They may not say the same: with ``no-referrer``
    browsers send ``Origin: null``, and nobody could sign in.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if is_for_participants(request):
            response.headers["Referrer-Policy"] = "no-referrer"
        return response


class TransportMiddleware:
    """Says what is missing where a redirect to https would go round in circles."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if _can_never_be_secure(request) and request.path_info not in HEALTH_PATHS:
            return insecure(request)
        return self.get_response(request)


def _can_never_be_secure(request: HttpRequest) -> bool:
    # A proxy that says "http" will say "https" after the redirect. One that says
    # nothing, or is not believed, would be redirected again and again.
    if not settings.SECURE_SSL_REDIRECT or request.is_secure():
        return False
    believed = settings.SECURE_PROXY_SSL_HEADER
    return believed is None or believed[0] not in request.META


class RateMiddleware:
    """Answers 429 to whoever asks more than people do, with how long to wait.

    A session is known by its token, a researcher's program by its own. Many people may
    join from one address, as in a lab, but not without end; fewer forget passwords.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response
        self._sessions = Limiter(Rate(settings.REQUESTS_PER_SESSION, 30))
        self._joins = Limiter(Rate(settings.JOINS_PER_ADDRESS, 600))
        self._programs = Limiter(Rate(settings.REQUESTS_PER_API_TOKEN, 60))
        self._forgotten = Limiter(Rate(settings.FORGOTTEN_PASSWORDS_OF_AN_ADDRESS, 600))

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        seconds = self._seconds_to_wait(request)
        if seconds:
            return too_many(request, seconds=math.ceil(seconds))
        return self.get_response(request)

    def _seconds_to_wait(self, request: HttpRequest) -> float:
        path, now = request.path_info, time.monotonic()
        token = _token_in(path)
        if token:
            return self._sessions.seconds_to_wait(token, now=now)
        if path.startswith(RESEARCHERS_PATH):
            return self._programs.seconds_to_wait(_program(request), now=now)
        if request.method == "POST" and path.startswith(JOIN_PATHS):
            return self._joins.seconds_to_wait(neighbourhood(request), now=now)
        if request.method == "POST" and path == FORGOTTEN_PATH:
            return self._forgotten.seconds_to_wait(neighbourhood(request), now=now)
        return 0.0


def _program(request: HttpRequest) -> str:
    """Whose program asks: the hash of what it shows, or else its address."""
    shown = request.headers.get("Authorization", "")
    digest = hashlib.sha256(shown.encode("utf-8", "surrogateescape")).hexdigest()
    return digest if shown else neighbourhood(request)


def _token_in(path: str) -> str:
    for start in SESSION_PATHS:
        if path.startswith(start):
            return path[len(start) :].partition("/")[0]
    return ""


class FaultMiddleware:
    """Says whose fault it is: the sender's, or that of a database that is away."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        # PostgreSQL stores no NUL and refuses to look for one.
        if "%00" in request.META.get("QUERY_STRING", ""):
            return bad_request(request, SuspiciousOperation("NUL in the query"))
        return self.get_response(request)

    def process_exception(
        self, request: HttpRequest, exception: Exception
    ) -> HttpResponse | None:
        return answer_to_fault(request, exception)


def answer_to_fault(request: HttpRequest, exception: Exception) -> HttpResponse | None:
    """The page for a database that is away or refuses; nothing for other faults."""
    if isinstance(exception, DATABASE_FAILURES):
        return unavailable(request)
    # What no column holds was made up by whoever sent it, as in a cookie, and what
    # breaks off in the middle was never sent.
    is_theirs = isinstance(exception, (DataError, UnreadablePostError))
    return bad_request(request, exception) if is_theirs else None


class PolicyMiddleware(CSPMiddleware):
    """The policy of the settings; for participants built once, not with every page."""

    def __init__(self, get_response: Handler) -> None:
        super().__init__(get_response)
        self.policy = build_policy()

    def process_request(self, request: HttpRequest) -> None:
        if not is_for_participants(request):
            super().process_request(request)

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if not is_for_participants(request):
            return super().process_response(request, response)
        response.headers.setdefault(HEADER, self.policy)
        return response


class ForResearchers(MiddlewareMixin):
    """Passes participants' requests straight on."""

    def __call__(
        self, request: HttpRequest
    ) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        if is_for_participants(request):
            return self.get_response(request)
        return super().__call__(request)


class SessionMiddleware(ForResearchers, sessions.SessionMiddleware):
    """Django's, for those who sign in."""


class AuthenticationMiddleware(ForResearchers, auth.AuthenticationMiddleware):
    """Django's, for those who sign in."""


class MessageMiddleware(ForResearchers, messages.MessageMiddleware):
    """Django's, for those who sign in."""
