"""Pages for addresses that do not exist and for faults of ours."""

from django.http import HttpRequest, HttpResponse

from studies.views.notes import MISSING, PROBLEMS, UNAVAILABLE
from studies.views.participant import problem_page


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return problem_page(request, MISSING, status=404)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return problem_page(request, PROBLEMS["error"], status=400)


def server_error(request: HttpRequest) -> HttpResponse:
    return problem_page(request, UNAVAILABLE, status=500)
