"""What browsers tell about themselves."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from studies.errors import InvalidError
from studies.services.participation.events import store_events
from studies.views.forms import read_events
from studies.views.participant import participant_page, to_session


@participant_page
def store(request: HttpRequest, token: str) -> HttpResponse:
    now = timezone.now()
    if request.method != "POST":
        return to_session(token)
    try:
        events = read_events(request.body)
    except InvalidError:
        return HttpResponse(status=400)
    store_events(token=token, events=events, now=now)
    return HttpResponse(status=204)
