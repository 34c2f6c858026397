"""Links that a recruiter signed: a JSON Web Token vouches for their parameters."""

from typing import Any

import jwt

from studies.errors import UnsignedError
from studies.recruitment.base import Terms

# Whoever signs has a private key; a secret that we share would be none.
_ALGORITHMS = ["RS256", "ES256"]
_LONGEST = 4000


def verify_link(token: str, terms: Terms, **vouched: str) -> str:
    """The id of the key under a link, if its signature is good and says the same.

    ``vouched`` are the parameters of the link, by the names that the token has.
    """
    if not token or len(token) > _LONGEST:
        raise UnsignedError
    try:
        key_id = str(jwt.get_unverified_header(token)["kid"])
        claims = _read(token, key_id, terms)
    except (jwt.PyJWTError, KeyError, ValueError, TypeError) as error:
        raise UnsignedError from error
    said = claims.get("prolific")
    if not isinstance(said, dict) or not _is_for_us(claims["aud"], terms):
        raise UnsignedError
    if any(
        str(said.get(name, "")).upper() != of.upper() for name, of in vouched.items()
    ):
        raise UnsignedError
    return key_id[:64]


def _is_for_us(audience: Any, terms: Terms) -> bool:
    """Whether one of those whom a token is for is the study, or our whole domain."""
    told = audience if isinstance(audience, list) else [audience]
    return any(terms.is_own(str(each)) for each in told)


def _read(token: str, key_id: str, terms: Terms) -> dict[str, Any]:
    key = terms.find_key(key_id)
    if key is None:
        raise UnsignedError
    claims: dict[str, Any] = jwt.decode(
        token,
        key,
        algorithms=_ALGORITHMS,
        leeway=terms.leeway_seconds,
        # For whom it is, is a whole address, which we compare with our own.
        options={"require": ["exp", "aud"], "verify_aud": False},
    )
    return claims
