"""Codes by time (RFC 6238), as the apps on phones show them: pure functions."""

import base64
import hmac
import secrets
from urllib.parse import quote, urlencode

SECONDS_OF_A_STEP = 30
DIGITS = 6
ISSUER = "Forgetmenot"
# Clocks differ, and people type: one step earlier or later is taken too.
STEPS_AROUND = (0, -1, 1)


def new_secret() -> str:
    """160 random bits in letters that a phone takes."""
    return base64.b32encode(secrets.token_bytes(20)).decode()


def code_at(secret: str, step: int, *, digits: int = DIGITS) -> str:
    """The code of a step of time (RFC 4226 for the counter ``step``)."""
    digest = hmac.digest(base64.b32decode(secret), step.to_bytes(8, "big"), "sha1")
    place = digest[-1] & 0x0F
    number = int.from_bytes(digest[place : place + 4], "big") & 0x7FFFFFFF
    return str(number % 10**digits).zfill(digits)


def matching_step(secret: str, code: str, *, seconds: float) -> int | None:
    """Of which step ``code`` is, ``seconds`` after 1970 began; nothing if wrong."""
    now = int(seconds) // SECONDS_OF_A_STEP
    return next(
        (
            now + around
            for around in STEPS_AROUND
            if hmac.compare_digest(code_at(secret, now + around), code)
        ),
        None,
    )


def setup_address(secret: str, *, account: str) -> str:
    """What a phone reads from a QR code to show the codes of ``secret``."""
    label = quote(f"{ISSUER}:{account}")
    return f"otpauth://totp/{label}?{urlencode({'secret': secret, 'issuer': ISSUER})}"
