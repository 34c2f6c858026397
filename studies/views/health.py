"""Is it alive, can it serve."""

from django.db import Error, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from studies.models import Study


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
    return JsonResponse({"status": "ok"})
