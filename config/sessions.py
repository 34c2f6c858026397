"""How long somebody stays signed in, and what else is asked of them."""

import time

from django.conf import settings
from django.contrib.auth import logout
from django.contrib.auth.models import User
from django.db import Error
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from config.middleware import ForResearchers, answer_to_fault
from studies.services.team.second_factor import has_second_factor
from studies.services.team.sign_ins import BEGAN, SEEN

RESEARCHERS_PAGES = ("/dashboard/", "/admin/")
# A page that asks again by itself need not write with every request.
NOTED_EVERY = 60


class AsksSession(ForResearchers):
    """Looks at who is signed in; faults of views are caught, but not those before."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        try:
            return self.check(request)
        except Error as error:
            answer = answer_to_fault(request, error)
            if answer is None:
                raise
            return answer

    def check(self, request: HttpRequest) -> HttpResponse | None:
        """What is answered in the place of the page, if anything is."""
        raise NotImplementedError


class SessionAgeMiddleware(AsksSession):
    """Signs out whoever was away for long, or came in long ago.

    Elsewhere than on pages for them nothing counts, and no cookie is set.
    """

    def check(self, request: HttpRequest) -> HttpResponse | None:
        is_for_them = request.path_info.startswith(RESEARCHERS_PAGES)
        if not is_for_them or not request.user.is_authenticated:
            return None
        now = int(time.time())
        # Who came in before this was counted begins now.
        began, seen = (request.session.get(name, now) for name in (BEGAN, SEEN))
        is_idle = now - seen >= settings.SESSION_IDLE_MINUTES * 60
        if is_idle or now - began >= settings.SESSION_HOURS * 3600:
            logout(request)
        elif now - seen >= NOTED_EVERY or SEEN not in request.session:
            request.session.update({BEGAN: began, SEEN: now})
        return None


class SecondFactorMiddleware(AsksSession):
    """Where the site asks everybody for a second factor, leads there who has none."""

    def check(self, request: HttpRequest) -> HttpResponse | None:
        if not settings.REQUIRE_SECOND_FACTOR or _may_pass(request):
            return None
        return redirect("dashboard:second_factor")


def _may_pass(request: HttpRequest) -> bool:
    open_paths = (reverse("dashboard:second_factor"), reverse("dashboard:sign_out"))
    user = request.user
    return (
        request.path in open_paths
        or not isinstance(user, User)
        or has_second_factor(user)
    )
