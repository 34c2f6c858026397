"""Pages for addresses that do not exist and for faults of ours.

They need neither static files nor the database: these may be what is missing.
"""

import math
from base64 import b64encode
from functools import cache
from hashlib import sha256

from csp.constants import HEADER, NONE
from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import translation

from studies.views.notes import (
    INSECURE,
    LOCKED_OUT,
    MISSING,
    PROBLEMS,
    REFUSED_FORM,
    TOO_MANY,
    UNAVAILABLE,
    Problem,
)

# A participant in a recruiter's frame reads there what is wrong.
FRAMED_PATHS = ("/s/", "/join/")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return plain_page(request, MISSING, status=404)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return plain_page(request, PROBLEMS["error"], status=400)


def refused_form(request: HttpRequest) -> HttpResponse:
    return plain_page(request, REFUSED_FORM, status=403)


def server_error(request: HttpRequest) -> HttpResponse:
    return plain_page(request, UNAVAILABLE, status=500)


def too_many(request: HttpRequest) -> HttpResponse:
    return plain_page(request, TOO_MANY, status=429)


def locked_out(request: HttpRequest, *, seconds: int) -> HttpResponse:
    minutes = max(1, math.ceil(seconds / 60))
    response = plain_page(request, LOCKED_OUT, status=429, minutes=minutes)
    response["Retry-After"] = str(seconds)
    return response


def unavailable(request: HttpRequest) -> HttpResponse:
    return plain_page(request, UNAVAILABLE, status=503)


def insecure(request: HttpRequest) -> HttpResponse:
    return plain_page(request, INSECURE, status=503)


def plain_page(
    request: HttpRequest,
    problem: Problem,
    *,
    status: int,
    minutes: int = 0,
) -> HttpResponse:
    """A page that says what is wrong and what to do, in the browser's language.

    It may say in how many ``minutes`` that helps.
    """
    context = {"problem": problem, "minutes": minutes}
    with translation.override(translation.get_language_from_request(request)):
        html = render_to_string("errors/plain.html", context)
    response = HttpResponse(html, status=status)
    response["Cache-Control"] = "no-store"
    is_framed = request.path_info.startswith(FRAMED_PATHS)
    response[HEADER] = _policy(
        tuple(settings.FRAME_ANCESTORS) if is_framed else (NONE,)
    )
    response.xframe_options_exempt = is_framed
    return response


@cache
def _policy(frame_ancestors: tuple[str, ...]) -> str:
    """The policy of the settings, which also lets the page bring its own style."""
    style = render_to_string("errors/plain.css").encode()
    digest = b64encode(sha256(style).digest()).decode()
    changes = {
        "style-src": [f"'sha256-{digest}'"],
        "frame-ancestors": frame_ancestors,
    }
    return build_policy(replace=changes)
