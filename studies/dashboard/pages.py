"""What every page for researchers shares."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from studies.dashboard.navigation import Tab, tabs_for
from studies.errors import NotAllowedError, StudyError
from studies.services.deck_use import is_shut_demo
from studies.services.team.rights import Right, StudyAccess, access_to

View = Callable[..., HttpResponseBase]
SIGN_IN = "dashboard:sign_in"


def researcher_page(view: View) -> View:
    """For whoever is signed in; others come to the sign-in, then back here."""
    return never_cache(login_required(_explained(view), login_url=SIGN_IN))


def administrator_page(view: View) -> View:
    """For administrators of the site."""

    @wraps(view)
    def checked(request: HttpRequest, **arguments: Any) -> HttpResponseBase:
        if not getattr(request.user, "is_superuser", False):
            raise NotAllowedError("Only administrators of the site may do this.")
        return view(request, **arguments)

    return researcher_page(checked)


def study_page(right: Right) -> Callable[[View], View]:
    """For members of a study whose role has ``right``.

    The view gets the study as a ``StudyAccess`` in the place of its short name.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def checked(
            request: HttpRequest, slug: str, **arguments: Any
        ) -> HttpResponseBase:
            access = access_to(slug, user=request.user)
            access.require(right)
            return view(request, access, **arguments)

        return researcher_page(checked)

    return decorate


def show_study(
    request: HttpRequest,
    access: StudyAccess,
    tab: Tab,
    template: str,
    context: dict[str, Any] | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    """A page of a study, under the study's own navigation."""
    shown = {
        "access": access,
        "study": access.study,
        "may": {right.value: access.allows(right) for right in Right},
        "is_shut": is_shut_demo(access.study),
        "tab": tab,
        "tabs": tabs_for(access),
        **(context or {}),
    }
    return render(request, template, shown, status=status)


def user_id(request: HttpRequest) -> int:
    """Who is signed in."""
    return signed_in(request).pk


def signed_in(request: HttpRequest) -> User:
    """The account of whoever is signed in."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


def _explained(view: View) -> View:
    """What somebody may not see or do is told as such, in the dashboard's words.

    Pages tell of a refusal beside its field; what no page of ours sends ends here.
    """

    @wraps(view)
    def explained(
        request: HttpRequest, *args: Any, **arguments: Any
    ) -> HttpResponseBase:
        try:
            return view(request, *args, **arguments)
        except StudyError as error:
            context = {"message": error.message, "status": error.status}
            return render(
                request, "dashboard/refused.html", context, status=error.status
            )

    return explained
