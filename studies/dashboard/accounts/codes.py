"""Codes of a second factor that are typed on a page."""

from axes.handlers.proxy import AxesProxyHandler
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_login_failed
from django.http import HttpRequest
from django.utils import timezone

from studies.dashboard.accounts.forms import CodeForm
from studies.services.team.second_factor import WRONG_CODE, accept_code


def is_proved(request: HttpRequest, user: User, form: CodeForm) -> bool:
    """Whether a code that ``user`` has was sent; if it was not, the form says so.

    A wrong one counts as a wrong password does, and so locks out whoever tries on.
    """
    if request.method != "POST" or not form.is_valid():
        return False
    credentials = {"username": user.get_username()}
    if not AxesProxyHandler.is_allowed(request, credentials):
        # The page of those who are locked out is shown in the place of any other.
        request.axes_locked_out = True  # type: ignore[attr-defined]
        request.axes_credentials = credentials  # type: ignore[attr-defined]
        return False
    code = form.cleaned_data["code"]
    is_right = accept_code(user=user, code=code, now=timezone.now())
    if not is_right:
        user_login_failed.send(__name__, credentials=credentials, request=request)
        form.add_error("code", WRONG_CODE)
    return is_right
