"""Is it alive, can it serve."""

from django.db import Error, connection
from django.http import HttpRequest, JsonResponse
from django.template import TemplateDoesNotExist, TemplateSyntaxError
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from studies.models import Study

# A static file that the manifest does not name is a ValueError.
PAGE_FAILURES = (ValueError, OSError, TemplateDoesNotExist, TemplateSyntaxError)


@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    return JsonResponse({"status": "ok"})


@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    try:
        connection.ensure_connection()
        Study.objects.exists()
    except Error:
        return JsonResponse({"status": "no database"}, status=503)
    try:
        render_to_string("pages/home.html", {"demos": {}})
    except PAGE_FAILURES:
        return JsonResponse({"status": "pages cannot be rendered"}, status=503)
    return JsonResponse({"status": "ok"})
