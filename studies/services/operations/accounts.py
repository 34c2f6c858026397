"""Researchers' accounts."""

from django.contrib.auth import get_user_model
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from studies.errors import InvalidError


def ensure_researcher(*, username: str, password: str) -> bool:
    """Have a superuser of that name; says whether it is new.

    An existing account keeps its password, which may have been changed since.
    """
    if not username or not password:
        raise InvalidError("Set ADMIN_USERNAME and ADMIN_PASSWORD.")
    users = get_user_model().objects
    if users.filter(username=username).exists():
        return False
    _require_good(password, username)
    users.create_superuser(username=username, password=password)
    return True


def knows_password(*, username: str, password: str) -> bool:
    """Whether somebody can sign in with it."""
    user = get_user_model().objects.filter(username=username).first()
    return user is not None and user.check_password(password)


def _require_good(password: str, username: str) -> None:
    try:
        validate_password(password, get_user_model()(username=username))
    except ValidationError as error:
        raise InvalidError(f"ADMIN_PASSWORD: {' '.join(error.messages)}") from error
