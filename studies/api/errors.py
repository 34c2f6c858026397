"""Every error as ``{code, message}``."""

from typing import Any

from django.http import HttpRequest, JsonResponse
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler

from studies.errors import StudyError, TooFastError
from studies.outages import DATABASE_FAILURES, RETRY_AFTER_SECONDS

UNAVAILABLE = "Your answers so far are saved. Please try again in a moment."


def handle_exception(error: Exception, context: dict[str, Any]) -> Response | None:
    """The response to ``error``; None lets it through as a fault of the server."""
    if isinstance(error, StudyError):
        response = _response(error.status, error.code, error.message)
        if isinstance(error, TooFastError):
            response["Retry-After"] = str(error.seconds)
        return response
    if isinstance(error, DATABASE_FAILURES):
        refused = _response(503, "unavailable", UNAVAILABLE)
        refused["Retry-After"] = str(RETRY_AFTER_SECONDS)
        return refused
    answer = exception_handler(error, context)
    return None if answer is None else _in_our_words(answer, error)


def _in_our_words(response: Response, error: Exception) -> Response:
    if isinstance(error, exceptions.ValidationError):
        response.data = {
            "code": "invalid",
            "message": "Something in the request is not as it should be.",
            "fields": response.data,
        }
    elif isinstance(error, exceptions.APIException):
        response.data = {"code": error.default_code, "message": str(error.detail)}
    else:
        response.data = {"code": "not_found", "message": "Nothing is here."}
    return response


def _response(status: int, code: str, message: str) -> Response:
    return Response({"code": code, "message": message}, status=status)


def not_found(request: HttpRequest, exception: Exception) -> JsonResponse:
    """The answer to an address that does not exist."""
    body = {"code": "not_found", "message": "There is nothing at this address."}
    return JsonResponse(body, status=404)


def server_error(request: HttpRequest) -> JsonResponse:
    """The answer when the fault is ours."""
    return JsonResponse({"code": "error", "message": UNAVAILABLE}, status=500)


def too_many(request: HttpRequest) -> JsonResponse:
    """The answer to whoever asks more often than people do."""
    body = {"code": "too_many", "message": "Too many requests: wait, then go on."}
    return JsonResponse(body, status=429)


def unavailable(request: HttpRequest) -> JsonResponse:
    """The answer while the database is away."""
    body = {"code": "unavailable", "message": UNAVAILABLE}
    return JsonResponse(body, status=503)


def insecure(request: HttpRequest) -> JsonResponse:
    """The answer to what did not come over https and cannot be led there."""
    message = (
        "This API answers over https alone. If you run it: put a proxy in front that "
        "speaks https, and set BEHIND_TLS_PROXY=true."
    )
    body = {"code": "insecure", "message": message}
    return JsonResponse(body, status=503)


def bad_request(request: HttpRequest, exception: Exception) -> JsonResponse:
    """The answer to a request that Django itself refuses."""
    body = {"code": "invalid", "message": "The request is malformed."}
    return JsonResponse(body, status=400)
