"""The link given to participants: what this is, and whether one wants to."""

import secrets
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from studies.models import Study
from studies.recruitment import is_preview, read_arrival
from studies.services.decks.content import content_of
from studies.services.enrolment.joining import (
    find_known_session,
    find_study,
    join_study,
)
from studies.services.markdown import render_markdown
from studies.services.session.progress import duration_of
from studies.views.participant import page, participant_page, to_session

MORE_TIME = {"1.5": 1.5, "2": 2.0}


@participant_page
def join(request: HttpRequest, slug: str) -> HttpResponse:
    if request.method == "POST":
        return _consent(request, slug)
    study = find_study(slug)
    if "declined" in request.GET:
        return page(request, "pages/declined.html", study)
    arrival = read_arrival(request.GET.dict())
    only_looks = is_preview(arrival)
    known = None if only_looks else find_known_session(study, arrival)
    context = {**_about(study), "is_preview": only_looks, "is_known": known is not None}
    return page(request, "pages/join.html", study, context)


def _about(study: Study) -> dict[str, Any]:
    return {
        "about": render_markdown(study.about_text),
        "consent": render_markdown(study.consent_text),
        "duration": duration_of(study),
        "needs_sight": content_of(study.deck_version).needs_sight,
        "nonce": secrets.token_urlsafe(32),
    }


def _consent(request: HttpRequest, slug: str) -> HttpResponse:
    joined = join_study(
        slug=slug,
        consent=request.POST.get("consent") == "yes",
        arrival=read_arrival(request.GET.dict(), nonce=request.POST.get("nonce", "")),
        now=timezone.now(),
        time_factor=MORE_TIME.get(request.POST.get("time", ""), 1.0),
    )
    return to_session(joined.token)
