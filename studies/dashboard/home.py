"""Where researchers begin: their studies."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from studies.dashboard.pages import researcher_page
from studies.services.monitoring.overview import list_studies


@require_safe
@researcher_page
def home(request: HttpRequest) -> HttpResponse:
    """A card per study: its state, how far it is, what needs attention."""
    context = {"studies": list_studies(request.user)}
    return render(request, "dashboard/home.html", context)
