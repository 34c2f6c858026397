"""One's own second factor: set up, written down, switched off."""

from functools import partial
from typing import Any

import segno
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_http_methods

from studies.dashboard.accounts.codes import is_proved
from studies.dashboard.accounts.forms import CodeForm, SetUpForm
from studies.dashboard.accounts.guesses import knows_password
from studies.dashboard.pages import researcher_page, signed_in
from studies.errors import InvalidError
from studies.services.team.second_factor import (
    has_second_factor,
    renew_recovery_codes,
    switch_off,
    switch_on,
)
from studies.services.team.sign_ins import end_other_sessions
from studies.services.team.totp import new_secret, setup_address

OFFERED = "offered_secret"


@require_http_methods(["GET", "HEAD", "POST"])
@researcher_page
def set_up(request: HttpRequest) -> HttpResponse:
    """A secret for one's phone; it counts once a code of it came back."""
    user = signed_in(request)
    if has_second_factor(user):
        return redirect("dashboard:account")
    ask = partial(knows_password, request, user)
    form = SetUpForm(request.POST or None, ask=ask)
    secret = request.session.setdefault(OFFERED, new_secret())
    if request.method == "POST" and form.is_valid():
        code = form.cleaned_data["code"]
        try:
            codes = switch_on(user=user, secret=secret, code=code, now=timezone.now())
        except InvalidError as error:
            form.add_error("code", error.message)
        else:
            del request.session[OFFERED]
            kept = request.session.session_key
            end_other_sessions(user, kept=kept, now=timezone.now())
            return _show_codes(request, codes, is_new=True)
    return _show_set_up(request, form, secret)


def _show_set_up(request: HttpRequest, form: SetUpForm, secret: str) -> HttpResponse:
    address = setup_address(secret, account=signed_in(request).get_username())
    context = {
        "form": form,
        "drawing": _draw(address),
        "secret": " ".join(secret[i : i + 4] for i in range(0, len(secret), 4)),
        "is_required": settings.REQUIRE_SECOND_FACTOR,
    }
    return _render(request, "set_up", context)


def _draw(address: str) -> SafeString:
    """A QR code as a drawing within the page: it has no address of its own."""
    code = segno.make(address, error="m", micro=False)
    drawing = code.svg_inline(scale=5, border=2, light="#ffffff")
    return mark_safe(drawing)  # noqa: S308


def _show_codes(
    request: HttpRequest, codes: list[str], *, is_new: bool = False
) -> HttpResponse:
    return _render(request, "recovery_codes", {"codes": codes, "is_new": is_new})


@require_http_methods(["GET", "HEAD", "POST"])
@researcher_page
def renew_codes(request: HttpRequest) -> HttpResponse:
    """Ten new recovery codes, for a code."""
    form = CodeForm(request.POST or None)
    if is_proved(request, signed_in(request), form):
        return _show_codes(request, renew_recovery_codes(signed_in(request)))
    return _render(request, "renew_codes", {"form": form})


@require_http_methods(["GET", "HEAD", "POST"])
@researcher_page
def end(request: HttpRequest) -> HttpResponse:
    """Whoever finds a computer unlocked must not switch it off."""
    form = CodeForm(request.POST or None)
    if is_proved(request, signed_in(request), form):
        switch_off(signed_in(request))
        messages.success(request, "You sign in by your password alone from now on.")
        return redirect("dashboard:account")
    return _render(request, "switch_off", {"form": form})


def _render(request: HttpRequest, page: str, context: dict[str, Any]) -> HttpResponse:
    form = context.get("form")
    template = f"dashboard/account/second_factor/{page}.html"
    status = 400 if form and form.errors else 200
    return render(request, template, context, status=status)
