"""Bodies too large to be a participant's are refused before they are read."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase, JsonResponse

Handler = Callable[[HttpRequest], HttpResponseBase]


class BodyLimitMiddleware:
    """Answers 413 to API requests that announce more than ``MAX_API_BODY`` bytes."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if (
            request.path.startswith("/api/")
            and _length(request) > settings.MAX_API_BODY
        ):
            error = {"code": "too_large", "message": "The request is too large."}
            return JsonResponse(error, status=413)
        return self.get_response(request)


def _length(request: HttpRequest) -> int:
    text = request.headers.get("Content-Length", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0
