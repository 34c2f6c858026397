"""Access tokens: what they open, who holds one, and what they have proved."""

import hashlib
import hmac
import json
import secrets
from datetime import datetime

from django.conf import settings
from django.db.models import QuerySet
from django.utils.crypto import salted_hmac

from studies.errors import NotFoundError
from studies.limits import MAX_TOKENS_EACH
from studies.models import AccessToken, ArrivalRecord, TeachingSession
from studies.models.log import LogKind
from studies.models.recruitment import Proof
from studies.services import statements
from studies.services.statements import Opened

GIVEN = (LogKind.CLOSED, LogKind.ANSWERED_QUESTIONS)


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
    if arrival.proof != Proof.FIRST:
        _drop_oldest(session, arrival)
    return token


def open_session(token: str, *, now: datetime) -> Opened:
    """What ``token`` opens, and for whom; unknown and expired look the same."""
    opened = statements.read_by_token(digest_token(token), now=now)
    if opened is None:
        raise NotFoundError
    return opened


def read_session(token: str, *, now: datetime) -> TeachingSession:
    """The session that ``token`` opens."""
    return open_session(token, now=now).session


def sign_simulated(person: str) -> str:
    """What only this server can say about a simulated person."""
    return salted_hmac("studies.simulated", person, algorithm="sha256").hexdigest()


def sign_label(study_id: int, label: str) -> str:
    """What only this server can say about whoever has a personal link.

    By the key that outlives others: links are printed.
    """
    message = f"personal-link|{study_id}|{label}".encode()
    digest = hmac.new(settings.IDENTITY_KEYS[0], message, hashlib.sha256)
    return digest.hexdigest()[:32]


def _drop_oldest(session: TeachingSession, arrival: ArrivalRecord) -> None:
    """Keep so many tokens; who proved nothing drops none of those who did, or who
    gave answers."""
    unproven = _unproven(session.tokens.all())
    alike = session.tokens.exclude(pk__in=unproven) if arrival.is_proved else unproven
    alike = alike.exclude(arrival__in=working_strangers(session))
    newest = alike.order_by("-pk").values_list("pk", flat=True)
    session.tokens.filter(pk__in=list(newest[MAX_TOKENS_EACH:])).delete()


def _unproven(tokens: QuerySet[AccessToken]) -> QuerySet[AccessToken]:
    return tokens.filter(arrival__proof=Proof.NONE)


def working_strangers(
    session: TeachingSession, *, and_now: int | None = None
) -> list[ArrivalRecord]:
    """The arrivals without proof by which answers came; ``and_now`` is one as well."""
    strangers = list(session.arrivals.filter(proof=Proof.NONE).order_by("pk"))
    if not strangers:
        return []
    given = session.log.filter(kind__in=GIVEN)
    texts = given.values_list("payload", flat=True)
    working = {and_now, *(json.loads(text or "{}").get("arrival") for text in texts)}
    return [stranger for stranger in strangers if stranger.pk in working]
