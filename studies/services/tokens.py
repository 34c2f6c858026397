"""Access tokens and completion codes."""

import hashlib
import secrets
from datetime import datetime

from django.db.models import QuerySet
from django.utils.crypto import salted_hmac

from studies.errors import UnprovenError
from studies.limits import MAX_TOKENS_EACH
from studies.models import AccessToken, ArrivalRecord, TeachingSession
from studies.models.recruitment import Proof

CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_LENGTH = 12


def digest_token(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def mint_token(
    session: TeachingSession, *, arrival: ArrivalRecord, now: datetime
) -> str:
    """A new secret that opens ``session``; older ones stay valid, up to a number."""
    token = secrets.token_urlsafe(32)
    AccessToken.objects.create(
        session=session, arrival=arrival, digest=digest_token(token), created_at=now
    )
    _drop_oldest(session, arrival)
    return token


def sign_simulated(person: str) -> str:
    """What only this server can say about a simulated person."""
    return salted_hmac("studies.simulated", person, algorithm="sha256").hexdigest()


def _drop_oldest(session: TeachingSession, arrival: ArrivalRecord) -> None:
    """Keep so many tokens; who proved nothing drops none of those who did."""
    unproven = _unproven(session.tokens.all())
    alike = session.tokens.exclude(pk__in=unproven) if arrival.is_proved else unproven
    newest = alike.order_by("-pk").values_list("pk", flat=True)
    session.tokens.filter(pk__in=list(newest[MAX_TOKENS_EACH:])).delete()


def _unproven(tokens: QuerySet[AccessToken]) -> QuerySet[AccessToken]:
    return tokens.filter(arrival__proof=Proof.NONE)


def require_proof(token: str) -> None:
    """Refuse what only the person of a session may do; the token must be valid."""
    digest = digest_token(token)
    if _unproven(AccessToken.objects.filter(digest=digest)).exists():
        raise UnprovenError


def new_completion_code() -> str:
    """60 random bits in letters that are not mistaken for each other."""
    return "".join(secrets.choice(CROCKFORD) for _ in range(CODE_LENGTH))
