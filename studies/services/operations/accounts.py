"""Researchers' accounts."""

from django.contrib.auth import get_user_model

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
    users.create_superuser(username=username, password=password)
    return True
