"""The front door of a study: the page that its state makes the most useful."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from studies.dashboard.navigation import Tab, tabs_for
from studies.dashboard.pages import researcher_page
from studies.errors import NotAllowedError
from studies.services.team.rights import access_to


@require_safe
@researcher_page
def open_study(request: HttpRequest, slug: str) -> HttpResponse:
    """A draft opens on its design, others on how they are going."""
    access = access_to(slug, user=request.user)
    first = Tab.DESIGN if access.study.is_draft else Tab.MONITOR
    built = [tab for tab in tabs_for(access) if tab.value.address]
    if not built:
        raise NotAllowedError("There is no page of this study for your role yet.")
    chosen = first if first in built else built[0]
    return redirect(chosen.value.address, slug)
