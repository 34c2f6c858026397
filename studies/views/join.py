"""The link given to participants: what this is, and whether one wants to."""

import secrets
from contextlib import suppress
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from studies.errors import (
    AgeMissingError,
    StudyClosedError,
    StudyError,
    StudyFullError,
    StudyNotOpenError,
)
from studies.models import Study, TeachingSession
from studies.models.session import Phase
from studies.outages import DATABASE_FAILURES, hurry
from studies.prefetching import is_real_look
from studies.recruitment import Arrival, is_preview, knows_people, read_arrival, task_of
from studies.services.enrolment.devices import Device, classify_device
from studies.services.enrolment.joining import (
    find_known_session,
    find_study,
    join_study,
)
from studies.services.enrolment.offer import describe_offer
from studies.services.enrolment.visits import Visit, count_visit
from studies.services.links.finishing import find_way_of_refusal
from studies.services.links.terms import is_once_per_browser, options_of
from studies.views.notes import PROBLEMS
from studies.views.participant import page, participant_page, to_session
from studies.visitors import origin_of

MORE_TIME = {"1.5": 1.5, "2": 2.0}
COUNTING_SECONDS = 1.0
# What this page adds to the recruiter's parameters.
DECLINED, BEGUN = "declined", "begun"


@participant_page
def join(request: HttpRequest, slug: str) -> HttpResponse:
    if request.method == "POST":
        return _consent(request, slug)
    study = find_study(slug)
    if DECLINED in request.GET:
        _count(request, study, Visit.DECLINED)
        finish = find_way_of_refusal(study, _arrival(request, study))
        context = {
            "back": _query(request),
            "description": f"{request.path}{_query(request)}",
            "finish": finish,
        }
        return page(request, "pages/declined.html", study, context)
    return _describe(request, study, _arrival(request, study))


@require_safe
@participant_page
def go_back(request: HttpRequest, slug: str) -> HttpResponse:
    """To the recruiter, for whoever does not agree."""
    study = find_study(slug)
    finish = find_way_of_refusal(study, _arrival(request, study))
    address = finish.address or _query(request, DECLINED)
    return HttpResponse(status=303, headers={"Location": address})


def _arrival(request: HttpRequest, study: Study, *, nonce: str = "") -> Arrival:
    return read_arrival(request.GET.dict(), nonce=nonce, options=options_of(study))


def _count(request: HttpRequest, study: Study, visit: Visit) -> None:
    """Whoever cannot be counted is shown the page all the same, and soon."""
    if is_real_look(request.method, request.headers):
        with suppress(*DATABASE_FAILURES), hurry(COUNTING_SECONDS):
            count_visit(study, visit, now=timezone.now())


def _describe(
    request: HttpRequest, study: Study, arrival: Arrival, *, lacks_age: bool = False
) -> HttpResponse:
    try:
        known = find_known_session(study, arrival, origin=origin_of(request))
    except (StudyFullError, StudyNotOpenError, StudyClosedError) as error:
        if study.is_over(now=timezone.now()):
            raise
        known = None
        if not (_may_have_begun(arrival) and BEGUN in request.GET):
            return _turn_away(request, study, arrival, error)
    if known is not None:
        return _welcome_back(request, study, known)
    is_looking = is_preview(arrival)
    _count(request, study, Visit.PREVIEWED if is_looking else Visit.LOOKED)
    context = {
        **_about(study),
        "is_preview": is_looking,
        "decline": _query(request, DECLINED),
        "lacks_age": lacks_age,
        "time": request.POST.get("time", "1"),
    }
    status = 400 if lacks_age else 200
    return page(request, "pages/join.html", study, context, status=status)


def _may_have_begun(arrival: Arrival) -> bool:
    return knows_people(arrival) and not is_preview(arrival)


def _welcome_back(
    request: HttpRequest, study: Study, session: TeachingSession
) -> HttpResponse:
    """They have agreed already, perhaps to other words than today's."""
    is_over = session.has_ended or study.is_over(now=timezone.now())
    until = study.finish_until if study.is_closed and not is_over else None
    has_claim = session.erased_at is None and session.codes.exists()
    has_code = session.phase == Phase.COMPLETED and session.erased_at is None
    context = {
        "is_over": is_over,
        "until": until,
        "has_code": has_code,
        "has_claim": has_claim,
    }
    return page(request, "pages/welcome_back.html", study, context)


def _turn_away(
    request: HttpRequest, study: Study, arrival: Arrival, error: StudyError
) -> HttpResponse:
    """Nobody new; who began already may go on, but must not be told apart here."""
    context = {
        "problem": PROBLEMS[error.code].for_task(task_of(arrival)),
        "begun": _query(request, BEGUN) if _may_have_begun(arrival) else "",
        "until": study.finish_until if study.is_closed else None,
    }
    return page(request, "pages/turned_away.html", study, context, status=error.status)


def _query(request: HttpRequest, word: str = "") -> str:
    """The recruiter's parameters, and one word of ours."""
    query = request.GET.copy()
    for ours in (DECLINED, BEGUN):
        query.pop(ours, None)
    if word:
        query[word] = "1"
    text = query.urlencode()
    return f"?{text}" if text else ""


def _about(study: Study) -> dict[str, Any]:
    return {
        **vars(describe_offer(study)),
        "nonce": secrets.token_urlsafe(32),
        "is_once_per_browser": is_once_per_browser(study),
    }


def _consent(request: HttpRequest, slug: str) -> HttpResponse:
    sent, study = request.POST, find_study(slug)
    arrival = _arrival(request, study, nonce=sent.get("nonce", ""))
    is_remembered = is_once_per_browser(study)
    try:
        joined = join_study(
            slug=slug,
            consent=sent.get("consent") == "yes",
            arrival=arrival,
            now=timezone.now(),
            time_factor=MORE_TIME.get(sent.get("time", ""), 1.0),
            is_of_age=sent.get("age") == "yes",
            device=_device(request, is_remembered=is_remembered),
            origin=origin_of(request),
        )
    except AgeMissingError:
        return _describe(request, study, arrival, lacks_age=True)
    return to_session(joined.token, begun=is_remembered)


def _device(request: HttpRequest, *, is_remembered: bool) -> Device:
    return classify_device(
        user_agent=request.headers.get("User-Agent", ""),
        viewport=request.POST.get("viewport", ""),
        touch=request.POST.get("touch", ""),
        was_here_before=is_remembered and request.POST.get("here_before") == "yes",
    )
