"""Access tokens and completion codes."""

import hashlib
import secrets
from datetime import datetime

from django.utils.crypto import salted_hmac

from studies.models import AccessToken, TeachingSession

CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_LENGTH = 12


def digest_token(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def mint_token(session: TeachingSession, *, now: datetime) -> str:
    """A new secret that opens ``session``; older ones stay valid."""
    token = secrets.token_urlsafe(32)
    AccessToken.objects.create(
        session=session, digest=digest_token(token), created_at=now
    )
    return token


def sign_simulated(person: str) -> str:
    """What only this server can say about a simulated person."""
    return salted_hmac("studies.simulated", person, algorithm="sha256").hexdigest()


def new_completion_code() -> str:
    """60 random bits in letters that are not mistaken for each other."""
    return "".join(secrets.choice(CROCKFORD) for _ in range(CODE_LENGTH))
