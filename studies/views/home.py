"""The front page."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from studies.services.design.demo import list_demos
from studies.views.participant import page


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return page(request, "pages/home.html", None, {"demos": list_demos()})
