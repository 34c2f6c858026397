"""Tokens by which programs act for a researcher."""

import secrets
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q

from studies.errors import InvalidError, NotFoundError
from studies.models import ApiToken
from studies.services.tokens import digest_token

MOST_TOKENS = 20
# A program asks often; when it did is told to the minute.
_NOTED_EVERY = timedelta(minutes=1)


@transaction.atomic
def make_api_token(
    *, user: User, name: str, now: datetime, lasts: timedelta | None = None
) -> str:
    """A new secret that acts for ``user``; it is not stored."""
    # Of two requests at once, the second counts the token of the first.
    User.objects.select_for_update().get(pk=user.pk)
    if user.api_tokens.count() >= MOST_TOKENS:
        raise InvalidError(f"You have {MOST_TOKENS} tokens: revoke one first.")
    token = secrets.token_urlsafe(32)
    about = {
        "digest": digest_token(token),
        "created_at": now,
        "expires_at": now + lasts if lasts else None,
    }
    _, is_new = user.api_tokens.get_or_create(name=name, defaults=about)
    if not is_new:
        raise InvalidError("You have a token of this name.")
    return token


def revoke_api_token(*, user: User, token_id: int) -> str:
    """Delete it; returns its name."""
    token = user.api_tokens.filter(pk=token_id).first()
    if token is None:
        raise NotFoundError
    token.delete()
    return token.name


class TokensEndWithPassword:
    """No rule for passwords: Django tells it of every one that is set, by whatever way.

    Somebody who changes theirs because it is known wants nobody to act for them.
    """

    def validate(self, password: str, user: User | None = None) -> None:
        """Any password will do."""

    def get_help_text(self) -> str:
        return "A new password revokes all API tokens of the account."

    def password_changed(self, password: str, user: User | None = None) -> None:
        if user is not None:
            user.api_tokens.all().delete()


def find_token_user(token: str, *, now: datetime) -> User | None:
    """For whom ``token`` acts; nobody if it is unknown, expired, or they are gone."""
    lasting = Q(expires_at__isnull=True) | Q(expires_at__gt=now)
    known = ApiToken.objects.filter(lasting, user__is_active=True)
    found = known.select_related("user").filter(digest=digest_token(token)).first()
    if found is None:
        return None
    _note_use(found, now=now)
    return found.user


def _note_use(token: ApiToken, *, now: datetime) -> None:
    if token.last_used_at is None or token.last_used_at < now - _NOTED_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
