"""A practice card: as often as one likes, and nothing of it is kept."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from studies.limits import MAX_ANSWER
from studies.services.participation import practice
from studies.views.forms import typed_text
from studies.views.participant import participant_page, to_session
from studies.views.session import show_context


@participant_page
def practise(request: HttpRequest, token: str) -> HttpResponse:
    attempt = _attempt(request) if request.method == "POST" else None
    context = practice.practise(token=token, now=timezone.now(), attempt=attempt)
    if context is None:
        return to_session(token)
    return show_context(request, token, context, is_practice=True, refresh_after=None)


def _attempt(request: HttpRequest) -> practice.Try:
    return practice.Try(
        text=typed_text(request.POST)[:MAX_ANSWER].strip(),
        dont_know=bool(request.POST.get("dont_know")),
        is_sent_by_time=bool(request.POST.get("auto")),
    )
