"""Signing in and out: one way in for the dashboard and the stored rows."""

from typing import Any

from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView, LogoutView
from django.core.validators import MaxLengthValidator
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache


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
        """Who asked for the stored rows and may not see them comes to the studies."""
        wanted = str(super().get_success_url())
        is_staff = getattr(self.request.user, "is_staff", False)
        is_barred = wanted.startswith(reverse("admin:index")) and not is_staff
        return reverse("dashboard:home") if is_barred else wanted


class SignOut(LogoutView):
    next_page = "pages:home"
