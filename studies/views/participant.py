"""What every page for participants shares: headers, language, and kind errors."""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, cast

from csp.constants import HEADER as POLICY_HEADER
from csp.constants import SELF
from csp.utils import build_policy
from django.conf import settings
from django.db import Error
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.csrf import csrf_exempt
from django_htmx.http import reselect, reswap, retarget

from studies import limits
from studies.errors import NotFoundError, StudyError, TooFastError
from studies.models import Study
from studies.outages import DATABASE_FAILURES, RETRY_AFTER_SECONDS
from studies.recruitment import read_arrival, task_of
from studies.services.links.terms import options_of
from studies.services.tokens import read_session
from studies.templatetags.parts import fill
from studies.views.errors import plain_page
from studies.views.faces import Face
from studies.views.notes import PROBLEMS, UNAVAILABLE, Problem

View = Callable[..., HttpResponse]
_FRAMED = {"frame-ancestors": settings.FRAME_ANCESTORS}
POLICY = build_policy(replace=_FRAMED)
# What all templates of participants may use.
EVERYWHERE: dict[str, Any] = {
    # What a swap replaces; the input between stays, or phones close their keyboard.
    "swapped": "#progress,#heading,#face,#keys,#controls,#result,#note",
    "limits": limits,
}


def participant_page(view: View) -> View:
    """No cookies and no cache; framed by the configured origins; errors are pages."""

    @csrf_exempt
    @xframe_options_exempt
    @wraps(view)
    def shown(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            response = view(request, *args, **kwargs)
        except StudyError as error:
            problem = PROBLEMS.get(error.code, PROBLEMS["error"])
            response = problem_page(request, problem, status=error.status)
            if isinstance(error, TooFastError):
                response["Retry-After"] = str(error.seconds)
        except DATABASE_FAILURES:
            response = problem_page(request, UNAVAILABLE, status=503)
            response["Retry-After"] = str(RETRY_AFTER_SECONDS)
        response.headers.setdefault(POLICY_HEADER, POLICY)
        response["Cache-Control"] = "no-store"
        return response

    return cast("View", shown)


@lru_cache(maxsize=64)
def policy_with_forms_to(hosts: tuple[str, ...]) -> str:
    """The policy of a page whose form is taken by ``hosts`` alone, beside our own."""
    return build_policy(replace={**_FRAMED, "form-action": [SELF, *hosts]})


def session_action(view: View) -> View:
    """A POST of a session: what conflicts leads to the page they are on, with a note.

    A link that opens nothing stays an error, and so does what only has to wait: its
    page sends it again.
    """

    @wraps(view)
    def acted(request: HttpRequest, token: str) -> HttpResponse:
        if request.method != "POST":
            return to_session(token)
        try:
            return view(request, token)
        except (NotFoundError, TooFastError):
            raise
        except StudyError as error:
            return to_session(token, note=error.code)

    return participant_page(acted)


def swaps(request: HttpRequest) -> bool:
    """Whether the page takes the reply in, so that nothing else need be asked for."""
    return request.headers.get("HX-Request") == "true"


@lru_cache(maxsize=4096)
def session_address(token: str) -> str:
    """Where a participant's one page is."""
    return reverse("pages:session", kwargs={"token": token})


def to_session(
    token: str,
    *,
    note: str = "",
    paused: bool = False,
    begun: bool = False,
    task: str = "",
) -> HttpResponse:
    """The way to the one page of a session, by a GET."""
    said = {f"note={note}": note, "paused=1": paused, "begun=1": begun}
    said[f"task={task}"] = bool(task)
    query = "&".join(words for words, is_said in said.items() if is_said)
    address = session_address(token)
    response = HttpResponse(status=303)
    response["Location"] = f"{address}?{query}" if query else address
    return response


def page(
    request: HttpRequest,
    template: str,
    study: Study | None,
    context: dict[str, Any] | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    """``template`` in the language of ``study``, or of the browser if there is none."""
    language = (
        study.language if study else translation.get_language_from_request(request)
    )
    with translation.override(language):
        full = {"study": study, **EVERYWHERE, **(context or {})}
        # Without the request: what it would add is for those who sign in.
        response = HttpResponse(render_to_string(template, full), status=status)
    if swaps(request):
        # The page has no card, so the swap takes all of it.
        response = reswap(reselect(retarget(response, "#page"), "#page"), "outerHTML")
    return response


def swap(study: Study, face: Face) -> HttpResponse:
    """Just what the page of a card takes in, in the language of ``study``."""
    with translation.override(study.language):
        frame = {**EVERYWHERE, **face.frame}
        return HttpResponse(fill("swap.html", frame=frame, blanks=face.blanks))


def problem_page(
    request: HttpRequest, problem: Problem, *, status: int, study: Study | None = None
) -> HttpResponse:
    """A page that says what is wrong, what to do and whom to write to."""
    study = study or _study_behind(request)
    problem = problem.for_task(_task_behind(request, study))
    try:
        return page(
            request, "errors/problem.html", study, {"problem": problem}, status=status
        )
    except ValueError:
        # No static files: a page that needs none is better than no page.
        return plain_page(request, problem, status=status)


def _task_behind(request: HttpRequest, study: Study | None) -> str:
    """What somebody who came by a recruiter's link calls what they accepted there."""
    if study is None:
        return ""
    return task_of(read_arrival(request.GET.dict(), options=options_of(study)))


def _study_behind(request: HttpRequest) -> Study | None:
    match = request.resolver_match
    kwargs = match.kwargs if match else {}
    try:
        if "slug" in kwargs:
            return (
                Study.objects.filter(slug=kwargs["slug"]).exclude(state="draft").first()
            )
        if "token" in kwargs:
            return read_session(kwargs["token"], now=timezone.now()).study
    except (NotFoundError, Error):
        pass
    return None
