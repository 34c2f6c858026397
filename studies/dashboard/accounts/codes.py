"""Codes of a second factor that are typed on a page."""

from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils import timezone

from studies.dashboard.accounts.forms import CodeForm
from studies.dashboard.accounts.guesses import count_wrong, may_guess
from studies.services.team.second_factor import WRONG_CODE, accept_code


def is_proved(request: HttpRequest, user: User, form: CodeForm) -> bool:
    """Whether a code that ``user`` has was sent; if it was not, the form says so.

    A wrong one counts as a wrong password does, and so locks out whoever tries on.
    """
    if request.method != "POST" or not form.is_valid() or not may_guess(request, user):
        return False
    code = form.cleaned_data["code"]
    is_right = accept_code(user=user, code=code, now=timezone.now())
    if not is_right:
        count_wrong(request, user)
        form.add_error("code", WRONG_CODE)
    return is_right
