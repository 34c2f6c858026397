"""The front page."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language_from_request
from django.views.decorators.http import require_safe

from studies.services.design.demo import list_demos
from studies.views.participant import page


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    language = get_language_from_request(request)
    context = {"demos": list_demos(language=language)}
    return page(request, "pages/home.html", None, context)
