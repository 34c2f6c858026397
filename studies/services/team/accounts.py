"""Researchers' accounts: made, changed and closed."""

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.db import IntegrityError, transaction
from django.db.models import Count, Q, QuerySet
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from studies.errors import InvalidError, NotAllowedError, NotFoundError

_TAKEN = "This name is taken."
ORDERS = {
    "username": ("username",),
    "name": ("first_name", "last_name", "username"),
    "email": ("email", "username"),
    "studies": ("-n_studies", "username"),
    "last-seen": ("-last_login", "username"),
}


def create_account(
    *,
    username: str,
    name: str = "",
    email: str = "",
    password: str | None = None,
    is_administrator: bool = False,
) -> User:
    """A new account; without a password nobody can sign in until one is set."""
    users = get_user_model().objects
    if users.filter(username__iexact=username).exists():
        raise InvalidError(_TAKEN)
    try:
        # Somebody else may take the name just now.
        with transaction.atomic():
            return users.create_user(
                username=username,
                email=email,
                password=password,
                first_name=name,
                is_staff=is_administrator,
                is_superuser=is_administrator,
            )
    except IntegrityError as error:
        raise InvalidError(_TAKEN) from error


def change_details(*, user: User, name: str, email: str) -> None:
    """What one is called in one's teams, and where mail goes."""
    user.first_name, user.last_name, user.email = name, "", email
    user.save(update_fields=["first_name", "last_name", "email"])


def list_accounts(*, search: str = "", order: str = "username") -> QuerySet[User]:
    """Everybody whose names or e-mail contain ``search``, with how many studies."""
    found = get_user_model().objects.annotate(
        n_studies=Count("memberships"), has_factor=Q(second_factor__isnull=False)
    )
    if search := search.strip():
        found = found.filter(
            Q(username__icontains=search)
            | Q(first_name__icontains=search)
            | Q(last_name__icontains=search)
            | Q(email__icontains=search)
        )
    return found.order_by(*ORDERS.get(order, ORDERS["username"]))


def find_account(account_id: int) -> User:
    found = get_user_model().objects.filter(pk=account_id).first()
    if found is None:
        raise NotFoundError
    return found


@transaction.atomic
def close_account(*, account_id: int, closed_by: int | None) -> User:
    """Let nobody in by it: its sessions end, its tokens are deleted.

    Its memberships stay, so that it can be opened again; nobody closes their own.
    """
    if account_id == closed_by:
        raise NotAllowedError("You cannot close your own account.")
    account = find_account(account_id)
    account.is_active = False
    account.save(update_fields=["is_active"])
    account.api_tokens.all().delete()
    return account


def reopen_account(*, account_id: int) -> User:
    """Let somebody in again, with the password they had."""
    account = find_account(account_id)
    account.is_active = True
    account.save(update_fields=["is_active"])
    return account


def make_reset_key(account: User) -> tuple[str, str]:
    """What the link to set a new password is made of. It works once, for a while."""
    if not account.is_active:
        raise InvalidError("The account is closed: open it again first.")
    key = urlsafe_base64_encode(force_bytes(account.pk))
    return key, default_token_generator.make_token(account)
