"""Signing in and out: one way in for the dashboard and the stored rows.

Whoever has a second factor is asked for a code after their password, and is nobody
until then. Wrong codes count as wrong passwords do.
"""

from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import login
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.contrib.auth.views import LoginView, LogoutView
from django.core.validators import MaxLengthValidator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from studies.dashboard.accounts.codes import is_proved
from studies.dashboard.accounts.forms import CodeForm
from studies.services.team.second_factor import has_second_factor

PASSWORD_BACKEND = "django.contrib.auth.backends.ModelBackend"
PENDING = "signs_in"
TIME_FOR_A_CODE = timedelta(minutes=10)


class SignInForm(AuthenticationForm):
    """Django's, which tells browsers alone how long a name may be."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        longest = self.username_field.max_length or 254
        self.fields["username"].validators.append(MaxLengthValidator(longest))


@method_decorator(never_cache, name="dispatch")
class SignIn(LoginView):
    """Whoever is signed in already goes on to where they wanted."""

    template_name = "dashboard/sign_in.html"
    authentication_form = SignInForm
    next_page = "dashboard:home"
    redirect_authenticated_user = True

    def get_success_url(self) -> str:
        return _way_on(self.request.user, str(super().get_success_url()))

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        user = form.get_user()
        if not isinstance(user, User) or not has_second_factor(user):
            return super().form_valid(form)
        self.request.session[PENDING] = {
            "user": user.pk,
            "proof": user.get_session_auth_hash(),
            "at": timezone.now().isoformat(),
            "wanted": self.get_redirect_url() or reverse("dashboard:home"),
        }
        return redirect("dashboard:sign_in_code")


def _way_on(user: AbstractBaseUser | AnonymousUser, wanted: str) -> str:
    """Whoever came by the door of the stored rows comes to the studies.

    So does who asked for one of the rows and may not see it.
    """
    rows, is_staff = reverse("admin:index"), getattr(user, "is_staff", False)
    is_barred = wanted.startswith(rows) and not is_staff
    return reverse("dashboard:home") if is_barred or wanted == rows else wanted


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def enter_code(request: HttpRequest) -> HttpResponse:
    """The second step of signing in."""
    user = _who_signs_in(request)
    if user is None:
        return redirect("dashboard:sign_in")
    form = CodeForm(request.POST or None)
    if is_proved(request, user, form):
        wanted = request.session.pop(PENDING)["wanted"]
        login(request, user, backend=PASSWORD_BACKEND)
        return redirect(_way_on(user, wanted))
    context, status = {"form": form}, 400 if form.errors else 200
    return render(request, "dashboard/sign_in_code.html", context, status=status)


def _who_signs_in(request: HttpRequest) -> User | None:
    """Whose password was right a while ago; nobody if it is another one since."""
    pending = request.session.get(PENDING)
    if pending is None:
        return None
    since = timezone.now() - datetime.fromisoformat(pending["at"])
    user = User.objects.filter(pk=pending["user"], is_active=True).first()
    if user is None or since > TIME_FOR_A_CODE:
        return None
    is_same = constant_time_compare(pending["proof"], user.get_session_auth_hash())
    return user if is_same else None


class SignOut(LogoutView):
    next_page = "pages:home"
