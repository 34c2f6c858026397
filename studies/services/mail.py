"""Mail, where a server for it is configured."""

import logging
import smtplib
import socket
import ssl
from smtplib import SMTPException
from typing import Any

from django.conf import settings
from django.core.mail import get_connection, send_mail
from django.utils import timezone

from studies.errors import InvalidError
from studies.models.sign import SignKind
from studies.services.signs import give_sign

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
        is_sent = bool(send_mail(one_line, text, None, [to]))
    except (OSError, SMTPException) as error:
        note_mail(is_sent=False)
        _LOGGER.warning("A mail could not be sent: %s", type(error).__name__)
        return False
    note_mail(is_sent=is_sent)
    return is_sent


def note_mail(*, is_sent: bool) -> None:
    """Remember when mail last went out, or did not, for the page that tells."""
    kind = SignKind.MAIL_SENT if is_sent else SignKind.MAIL_FAILED
    give_sign(kind, now=timezone.now())


def send_test_mail(*, to: str) -> None:
    """Send a mail that says it has arrived, or say in plain words why none went out."""
    if not is_mail_configured():
        raise InvalidError("No server for mail is named: set EMAIL_HOST first.")
    if not to:
        raise InvalidError("Your account has no e-mail address to send it to.")
    try:
        with get_connection() as server:
            send_mail(_TEST_SUBJECT, _TEST_TEXT, None, [to], connection=server)
    except (OSError, SMTPException) as error:
        note_mail(is_sent=False)
        raise InvalidError(f"No mail was sent. {_explain(error)}") from error
    note_mail(is_sent=True)


def _explain(error: Exception) -> str:
    """What went wrong between us and the mail server, and which variable to look at."""
    server = f"{settings.EMAIL_HOST}, port {settings.EMAIL_PORT}"
    reasons = (words for kind, words in _REASONS if isinstance(error, kind))
    return next(reasons, _OTHERWISE).format(server=server) + _quote_server(error)


def _quote_server(error: Exception) -> str:
    """The words of the server itself, where it had some."""
    text: bytes | str
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        code, text = next(iter(error.recipients.values()))
    elif isinstance(error, smtplib.SMTPResponseException):
        code, text = error.smtp_code, error.smtp_error
    else:
        return ""
    words = text.decode(errors="replace") if isinstance(text, bytes) else str(text)
    return f" It said: “{code} {' '.join(words.split())[:200]}”."


_TEST_SUBJECT = "A test mail from Forgetmenot"
_TEST_TEXT = (
    "This mail was sent to see whether mail goes out. It does: invitations, links for "
    "forgotten passwords and alerts of studies will come the same way."
)
_OTHERWISE = "Something went wrong at the server ({server})."
# The first that fits; narrower kinds come first.
_REASONS: tuple[tuple[type[Exception], str], ...] = (
    (
        smtplib.SMTPAuthenticationError,
        "The server ({server}) did not accept the name or the password: look at "
        "EMAIL_USER and EMAIL_PASSWORD.",
    ),
    (
        smtplib.SMTPSenderRefused,
        "The server ({server}) does not send mail from this address: look at "
        "EMAIL_FROM, and at EMAIL_USER if it wants you to sign in.",
    ),
    (
        smtplib.SMTPRecipientsRefused,
        "The server ({server}) takes no mail for your address: look at it on your "
        "account’s page.",
    ),
    (
        smtplib.SMTPNotSupportedError,
        "The server ({server}) cannot do what is asked of it: look at EMAIL_USE_TLS, "
        "and whether it wants EMAIL_USER at all.",
    ),
    (
        smtplib.SMTPServerDisconnected,
        "The server ({server}) ended the connection: look at EMAIL_PORT and "
        "EMAIL_USE_TLS.",
    ),
    (
        ssl.SSLError,
        "No safe connection to the server ({server}) could be made: look at "
        "EMAIL_PORT and EMAIL_USE_TLS, and whether its certificate is valid.",
    ),
    (socket.gaierror, "There is no server of this name ({server}): see EMAIL_HOST."),
    (
        TimeoutError,
        "The server ({server}) did not answer in time: look at EMAIL_HOST and "
        "EMAIL_PORT, and whether a firewall is between.",
    ),
    (
        ConnectionError,
        "Nobody takes mail there ({server}): look at EMAIL_HOST and EMAIL_PORT.",
    ),
)
