"""Is it alive, can it serve."""

from django.conf import settings
from django.db import Error, connection
from django.http import HttpRequest, JsonResponse
from django.template import TemplateDoesNotExist, TemplateSyntaxError
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from studies.models import Study
from studies.outages import hurry

# Whoever asks waits a few seconds; a database that can serve needs a moment.
READY_SECONDS = 2
# A static file that the manifest does not name is a ValueError.
PAGE_FAILURES = (ValueError, OSError, TemplateDoesNotExist, TemplateSyntaxError)


@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    return JsonResponse({"status": "ok"})


@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    fault = _missing_proxy(request) or _missing_database() or _missing_pages()
    status = 503 if fault else 200
    return JsonResponse({"status": fault or "ok"}, status=status)


def _missing_proxy(request: HttpRequest) -> str:
    """Nobody is let in without https, and nobody is believed to come with it."""
    is_answered = (
        not settings.SECURE_SSL_REDIRECT
        or settings.SECURE_PROXY_SSL_HEADER is not None
        or request.is_secure()
    )
    return "" if is_answered else "no https: BEHIND_TLS_PROXY is not set"


def _missing_database() -> str:
    try:
        with hurry(READY_SECONDS):
            connection.ensure_connection()
            Study.objects.exists()
    except Error:
        return "no database"
    return ""


def _missing_pages() -> str:
    try:
        render_to_string("pages/home.html", {"demos": {}})
    except PAGE_FAILURES:
        return "pages cannot be rendered"
    return ""
