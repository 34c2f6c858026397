"""Wrong passwords and codes on the pages of whoever is signed in.

They count as wrong ones at the door do: a session may be stolen, or left open.
"""

from axes.handlers.proxy import AxesProxyHandler
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_login_failed
from django.http import HttpRequest


def may_guess(request: HttpRequest, user: User) -> bool:
    """Whether ``user`` was not wrong too often; if so, no other page is shown."""
    credentials = {"username": user.get_username()}
    if AxesProxyHandler.is_allowed(request, credentials):
        return True
    # The page of those who are locked out is shown in the place of any other.
    request.axes_locked_out = True  # type: ignore[attr-defined]
    request.axes_credentials = credentials  # type: ignore[attr-defined]
    return False


def count_wrong(request: HttpRequest, user: User) -> None:
    credentials = {"username": user.get_username()}
    user_login_failed.send(__name__, credentials=credentials, request=request)


def knows_password(request: HttpRequest, user: User, password: str) -> bool:
    """Whether ``password`` is that of ``user``; no password at all is no guess."""
    if not password or not may_guess(request, user):
        return False
    is_right = user.check_password(password)
    if not is_right:
        count_wrong(request, user)
    return is_right
