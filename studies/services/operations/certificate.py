"""Until when browsers believe the site: the certificate that its proxy shows."""

import socket
import ssl
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlsplit

from django.conf import settings

HTTPS_PORT = 443
# Somebody waits for the page.
PATIENCE_SECONDS = 2


@dataclass(frozen=True)
class Certificate:
    """From when until when a certificate is valid."""

    begins: datetime
    ends: datetime

    def share_left(self, *, now: datetime) -> float:
        """Of its whole time; nothing or less once it is over."""
        return (self.ends - now) / (self.ends - self.begins)


def is_encrypted() -> bool:
    """Whether the site has an address with a certificate."""
    return settings.SITE_URL.startswith("https://")


def read_certificate() -> Certificate | None:
    """The one that visitors get; None if nobody answers from here."""
    # Asked for by one page alone, and servers shall stay small.
    from cryptography import x509

    site = urlsplit(settings.SITE_URL)
    try:
        shown = x509.load_der_x509_certificate(_ask(site.hostname or "", site.port))
    except (OSError, ValueError):
        return None
    return Certificate(shown.not_valid_before_utc, shown.not_valid_after_utc)


def _ask(name: str, port: int | None) -> bytes:
    host, _, own_port = settings.TLS_ADDRESS.rpartition(":")
    address = (host or name, int(own_port or port or HTTPS_PORT))
    with (
        socket.create_connection(address, timeout=PATIENCE_SECONDS) as plain,
        _reader().wrap_socket(plain, server_hostname=name) as secured,
    ):
        return secured.getpeercert(binary_form=True) or b""


def _reader() -> ssl.SSLContext:
    """Looks at every certificate, also at one that is over; nothing is sent."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context
