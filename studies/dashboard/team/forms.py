"""What owners send about their team, and people who join it, checked."""

from typing import Any

from django import forms
from django.contrib.auth.forms import UserCreationForm
from django.contrib.auth.models import User
from django.contrib.auth.validators import ASCIIUsernameValidator

from studies.dashboard.accounts.forms import PASSWORD_HELP, SAME_AGAIN
from studies.dashboard.expiry import A_DAY, A_MONTH, A_WEEK, ExpiryField
from studies.models.team import Role

ROLES = [(role.value, role.value) for role in Role]


class RoleForm(forms.Form):
    role = forms.TypedChoiceField(choices=ROLES, coerce=Role)


class InvitationForm(RoleForm):
    """Whom to let in, as what, and for how long the link shall work."""

    role = forms.TypedChoiceField(
        label="Role",
        choices=ROLES,
        coerce=Role,
        initial=Role.EDITOR,
        help_text="What each may do stands below. You can change it later.",
    )
    email = forms.EmailField(label="E-mail", required=False)
    lasts = ExpiryField(
        (A_DAY, A_WEEK, A_MONTH), label="The link works for", initial=A_WEEK
    )

    def __init__(self, *args: Any, sends_mail: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["email"].help_text = (
            "The link is sent there, and shown to you."
            if sends_mail
            else "A note for yourself: this site sends no mail."
        )


class NewMemberForm(UserCreationForm):  # type: ignore[type-arg]
    """An account for whoever comes by an invitation and has none."""

    name = forms.CharField(
        label="Your name",
        max_length=150,
        required=False,
        help_text="Shown to your team.",
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    email = forms.EmailField(
        label="E-mail",
        help_text="For a forgotten password.",
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    field_order = ("username", "name", "email", "password1", "password2")

    class Meta(UserCreationForm.Meta):
        fields = ("username", "email")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["username"].label = "Name for signing in"
        # The log calls people by it, and letters of two scripts can look alike.
        self.fields["username"].validators.append(ASCIIUsernameValidator())
        self.fields[
            "username"
        ].help_text = "Letters, digits and @ . + - _; the study’s log calls you by it."
        self.fields["password1"].help_text = PASSWORD_HELP
        self.fields["password2"].label = SAME_AGAIN
        self.fields["password2"].help_text = ""

    def validate_password_for_user(self, user: User, **options: Any) -> None:
        """Not like the name either, which is no field of Django's form."""
        user.first_name = self.cleaned_data.get("name", "")
        super().validate_password_for_user(user, **options)  # type: ignore[misc]
