"""What people send about accounts, checked."""

from collections.abc import Callable, Mapping
from threading import Thread
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.forms import (
    PasswordChangeForm,
    PasswordResetForm,
    SetPasswordForm,
    UsernameField,
)
from django.contrib.auth.models import User
from django.contrib.auth.validators import ASCIIUsernameValidator

from studies.dashboard.expiry import A_MONTH, A_QUARTER, A_YEAR, ExpiryField

PASSWORD_HELP = (
    "12 characters or more; no common password, no row of keys, not your name."
)
SAME_AGAIN = "The same again"
# Whether a password is that of who sends the form; wrong ones are counted.
Ask = Callable[[str], bool]


class DetailsForm(forms.Form):
    """One's own name and address. The name for signing in stays: logs call one by it.

    Whoever finds a computer unlocked must not lead a new password to themselves.
    """

    name = forms.CharField(
        label="Name",
        max_length=150,
        required=False,
        help_text="Shown to your teams.",
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    email = forms.EmailField(
        label="E-mail",
        required=False,
        max_length=254,
        help_text="For a forgotten password, and for alerts of your studies.",
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    password = forms.CharField(
        label="Your password",
        required=False,
        strip=False,
        max_length=4096,
        help_text="Only to change the e-mail address.",
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, data: Mapping[str, Any] | None, *, user: User, ask: Ask) -> None:
        initial = {"name": user.get_full_name(), "email": user.email}
        super().__init__(data, initial=initial)
        self.user, self.ask = user, ask

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        is_other = data.get("email", self.user.email) != self.user.email
        if is_other and not self.ask(data.get("password", "")):
            self.add_error("password", "Another e-mail address needs your password.")
        return data


class ChangePasswordForm(PasswordChangeForm):
    """Django's, in the words of this site."""

    def __init__(self, *args: Any, ask: Ask, **options: Any) -> None:
        super().__init__(*args, **options)
        self.ask = ask
        self.fields["old_password"].label = "Your password now"
        _explain_passwords(self)

    def clean_old_password(self) -> str:
        words = str(self.error_messages["password_incorrect"])
        return _require_own(self.cleaned_data["old_password"], self.ask, words)


class NewPasswordForm(SetPasswordForm):  # type: ignore[type-arg]
    """Django's, in the words of this site."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        _explain_passwords(self)


def _explain_passwords(form: forms.Form) -> None:
    form.fields["new_password1"].help_text = PASSWORD_HELP
    form.fields["new_password2"].label = SAME_AGAIN
    form.fields["new_password2"].help_text = ""


class ForgottenForm(PasswordResetForm):
    """Django's, whose links begin as the settings say.

    Nobody waits for the mail server: how long it takes would tell who has an account.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["email"].label = "E-mail"

    def save(self, *args: Any, **options: Any) -> None:
        if settings.SITE_URL:
            protocol, _, domain = settings.SITE_URL.partition("://")
            options["domain_override"] = domain
            options["use_https"] = protocol == "https"
        super().save(*args, **options)

    def send_mail(self, *args: Any, **options: Any) -> None:
        Thread(target=super().send_mail, args=args, kwargs=options).start()


class CodeForm(forms.Form):
    """A code of one's phone, or of the list on paper."""

    code = forms.CharField(
        label="Code",
        max_length=40,
        help_text="Six digits from your phone, or one of your recovery codes.",
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "autocapitalize": "off"}
        ),
    )


class SetUpForm(CodeForm):
    """The first code of a phone; by somebody who knows the password."""

    password = forms.CharField(
        label="Your password",
        strip=False,
        max_length=4096,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    field_order = ("code", "password")

    def __init__(self, data: Mapping[str, Any] | None, *, ask: Ask) -> None:
        super().__init__(data)
        self.ask = ask
        self.fields["code"].help_text = "The six digits that your phone shows now."

    def clean_password(self) -> str:
        return _require_own(self.cleaned_data["password"], self.ask)


def _require_own(
    password: str, ask: Ask, words: str = "This is not your password."
) -> str:
    if not ask(password):
        raise forms.ValidationError(words)
    return password


class TokenForm(forms.Form):
    """A token for a program."""

    name = forms.CharField(
        label="What is it for?",
        max_length=60,
        help_text="Such as: nightly download.",
    )
    lasts = ExpiryField(
        (A_MONTH, A_QUARTER, A_YEAR), label="It works for", initial=A_QUARTER
    )


class AccountForm(forms.Form):
    """Somebody new; they choose a password by a link."""

    username = UsernameField(
        label="Name for signing in",
        max_length=150,
        validators=[ASCIIUsernameValidator()],
    )
    name = forms.CharField(label="Name", max_length=150, required=False)
    email = forms.EmailField(
        label="E-mail",
        required=False,
        max_length=254,
        help_text="Without one they ask you when they forget their password.",
    )
    is_administrator = forms.ChoiceField(
        label="May do",
        choices=[
            ("", "what the teams they are in allow"),
            ("yes", "everything on this site, as an administrator"),
        ],
        required=False,
    )

    def clean_is_administrator(self) -> bool:
        return bool(self.cleaned_data["is_administrator"])
