"""Is everything all right with the site?"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from studies.dashboard.pages import researcher_page
from studies.services.operations.status import look_at_site


@require_safe
@researcher_page
def show_status(request: HttpRequest) -> HttpResponse:
    """How the site is: for whoever is signed in; details for administrators."""
    status = look_at_site(now=timezone.now())
    return render(request, "dashboard/status.html", {"status": status})
