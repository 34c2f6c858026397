"""One's own account: name, address, password and tokens."""

from functools import partial

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from studies.dashboard.accounts.forms import ChangePasswordForm, DetailsForm, TokenForm
from studies.dashboard.accounts.guesses import knows_password
from studies.dashboard.links import whole_address
from studies.dashboard.pages import researcher_page, signed_in
from studies.errors import InvalidError
from studies.services.team.accounts import change_details
from studies.services.team.api_tokens import make_api_token, revoke_api_token
from studies.services.team.second_factor import has_second_factor
from studies.services.team.sign_ins import end_other_sessions

PASSWORD_CHANGED = (
    "Your password is changed. Elsewhere you are out, and your API tokens are revoked."
)


@require_http_methods(["GET", "HEAD", "POST"])
@researcher_page
def show_account(request: HttpRequest) -> HttpResponse:
    """Who I am on this site, and what acts for me."""
    user = signed_in(request)
    ask = partial(knows_password, request, user)
    form = DetailsForm(request.POST or None, user=user, ask=ask)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        change_details(user=user, name=data["name"], email=data["email"])
        messages.success(request, "Your details are saved.")
        return redirect("dashboard:account")
    context = {
        "form": form,
        "tokens": user.api_tokens.all(),
        "now": timezone.now(),
        "has_second_factor": has_second_factor(user),
        "n_recovery_codes": user.recovery_codes.count(),
        "is_factor_required": settings.REQUIRE_SECOND_FACTOR,
    }
    status = 400 if form.errors else 200
    return render(request, "dashboard/account/page.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@researcher_page
def change_password(request: HttpRequest) -> HttpResponse:
    """Everybody else who is signed in as this person has to sign in again, and their
    programs need new tokens."""
    user = signed_in(request)
    ask = partial(knows_password, request, user)
    form = ChangePasswordForm(user, request.POST or None, ask=ask)
    if request.method == "POST" and form.is_valid():
        update_session_auth_hash(request, form.save())
        messages.success(request, PASSWORD_CHANGED)
        return redirect("dashboard:account")
    context, status = {"form": form}, 400 if form.errors else 200
    return render(request, "dashboard/account/password.html", context, status=status)


@require_POST
@researcher_page
def sign_out_elsewhere(request: HttpRequest) -> HttpResponse:
    """End all one's sessions but this one."""
    kept = request.session.session_key
    n_ended = end_other_sessions(signed_in(request), kept=kept, now=timezone.now())
    places = f"in {n_ended} other place{'' if n_ended == 1 else 's'}"
    said = f"You were signed in {places}, and are out there now."
    messages.success(request, said if n_ended else "You were signed in only here.")
    return redirect("dashboard:account")


@require_http_methods(["GET", "HEAD", "POST"])
@researcher_page
def make_token(request: HttpRequest) -> HttpResponse:
    """A token for a program; it is shown in the answer and never again."""
    form = TokenForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            token = _make(signed_in(request), form)
        except InvalidError as error:
            form.add_error("name", error.message)
        else:
            return _show_token(request, token)
    status = 400 if form.errors else 200
    context = {"form": form}
    return render(request, "dashboard/account/new_token.html", context, status=status)


def _show_token(request: HttpRequest, token: str) -> HttpResponse:
    context = {
        "token": token,
        "studies_address": whole_address(request, "api_studies"),
    }
    return render(request, "dashboard/account/token.html", context)


def _make(user: User, form: TokenForm) -> str:
    return make_api_token(
        user=user,
        name=form.cleaned_data["name"],
        lasts=form.cleaned_data["lasts"],
        now=timezone.now(),
    )


@require_POST
@researcher_page
def revoke_token(request: HttpRequest, token_id: int) -> HttpResponse:
    name = revoke_api_token(user=signed_in(request), token_id=token_id)
    messages.success(request, f"The token “{name}” opens nothing any longer.")
    return redirect("dashboard:account")
