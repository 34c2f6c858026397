"""Error pages: JSON under /api/, pages for people elsewhere."""

import sys

from django.http import HttpRequest, HttpResponse

from studies.api import errors as api
from studies.outages import DATABASE_FAILURES, RETRY_AFTER_SECONDS
from studies.views import errors as pages


def _is_api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    answer = api.not_found if _is_api(request) else pages.not_found
    return answer(request, exception)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    answer = api.bad_request if _is_api(request) else pages.bad_request
    return answer(request, exception)


def refused_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    # Programs show a token of their own, and participants send no cookie.
    return pages.refused_form(request)


def server_error(request: HttpRequest) -> HttpResponse:
    # Views are caught earlier; this is for sessions, which are stored after them.
    if isinstance(sys.exception(), DATABASE_FAILURES):
        return unavailable(request)
    answer = api.server_error if _is_api(request) else pages.server_error
    return answer(request)


def too_many(request: HttpRequest, *, seconds: int) -> HttpResponse:
    answer = api.too_many if _is_api(request) else pages.too_many
    response = answer(request)
    response["Retry-After"] = str(seconds)
    return response


def unavailable(request: HttpRequest) -> HttpResponse:
    answer = api.unavailable if _is_api(request) else pages.unavailable
    response = answer(request)
    response["Retry-After"] = str(RETRY_AFTER_SECONDS)
    return response


def insecure(request: HttpRequest) -> HttpResponse:
    answer = api.insecure if _is_api(request) else pages.insecure
    return answer(request)
