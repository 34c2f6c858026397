"""The door to the admin, and by it to the dashboard."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.forms import AdminAuthenticationForm
from django.core.validators import MaxLengthValidator


class SignInForm(AdminAuthenticationForm):
    """Django's, which tells browsers alone how long a name may be."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        longest = self.username_field.max_length or 254
        self.fields["username"].validators.append(MaxLengthValidator(longest))


admin.site.login_form = SignInForm
