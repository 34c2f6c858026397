"""Where researchers begin."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from studies.dashboard.pages import researcher_page
from studies.models import Deck


@require_safe
@researcher_page
def home(request: HttpRequest) -> HttpResponse:
    return render(request, "dashboard/home.html", {"n_decks": Deck.objects.count()})
