"""Mail, where a server for it is configured."""

import logging
from smtplib import SMTPException
from typing import Any

from django.conf import settings
from django.core.mail import send_mail

VARIABLES = (
    *("EMAIL_HOST", "EMAIL_PORT", "EMAIL_USER", "EMAIL_PASSWORD"),
    *("EMAIL_USE_TLS", "EMAIL_FROM"),
)
_LOGGER = logging.getLogger(__name__)


def is_mail_configured() -> bool:
    """Whether somebody said from which server mail goes out."""
    return bool(settings.EMAIL_HOST)


def describe_mail() -> dict[str, Any]:
    """From where mail goes out, and which variables of the server say so."""
    return {
        "is_sent": is_mail_configured(),
        "host": settings.EMAIL_HOST,
        "port": settings.EMAIL_PORT,
        "sender": settings.DEFAULT_FROM_EMAIL,
        "is_encrypted": settings.EMAIL_USE_TLS or settings.EMAIL_USE_SSL,
        "variables": VARIABLES,
    }


def send_text(*, to: str, subject: str, text: str) -> bool:
    """Send a mail; says whether a server took it."""
    if not is_mail_configured():
        return False
    # A title is one line in a form, but nobody promised it for the header of a mail.
    one_line = " ".join(subject.split())
    try:
        return bool(send_mail(one_line, text, None, [to]))
    except (OSError, SMTPException) as error:
        _LOGGER.warning("A mail could not be sent: %s", type(error).__name__)
        return False
