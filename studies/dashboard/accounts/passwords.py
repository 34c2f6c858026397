"""Forgotten passwords: a link by mail, or from an administrator."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.forms import SetPasswordForm
from django.contrib.auth.models import User
from django.contrib.auth.views import PasswordResetConfirmView, PasswordResetView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse_lazy
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from studies.dashboard.accounts.forms import ForgottenForm, NewPasswordForm
from studies.services.mail import is_mail_configured


@method_decorator(never_cache, name="dispatch")
class Forgotten(PasswordResetView):
    """Answers the same whether or not somebody has the address."""

    form_class = ForgottenForm
    template_name = "dashboard/account/forgotten.html"
    email_template_name = "dashboard/account/reset_mail.txt"
    subject_template_name = "dashboard/account/reset_subject.txt"
    success_url = reverse_lazy("dashboard:reset_sent")

    def dispatch(self, request: HttpRequest, *args: Any, **options: Any) -> Any:
        if not is_mail_configured():
            return render(request, "dashboard/account/ask.html")
        return super().dispatch(request, *args, **options)


@require_safe
@never_cache
def tell_reset_sent(request: HttpRequest) -> HttpResponse:
    """What to do next, for known and unknown addresses."""
    return render(request, "dashboard/account/reset_sent.html")


class SetPassword(PasswordResetConfirmView):
    """A new password by a link that works once; all sessions end with it."""

    form_class = NewPasswordForm
    template_name = "dashboard/account/set_password.html"
    success_url = reverse_lazy("dashboard:sign_in")

    def get_user(self, uidb64: str) -> "User | None":
        """Nobody whose account is closed."""
        user = super().get_user(uidb64)
        return user if user is not None and user.is_active else None

    def form_valid(self, form: "SetPasswordForm[User]") -> HttpResponse:
        messages.success(self.request, "Your new password is set. Sign in with it.")
        return super().form_valid(form)
