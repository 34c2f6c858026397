"""What the status page says of the certificate that visitors get."""

import socket
import ssl
import threading
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from studies.services.operations.status import look_at_site

pytestmark = pytest.mark.django_db
MADE = datetime(2026, 5, 4, 12, tzinfo=UTC)
DAY = timedelta(days=1)
# Ninety days later.
VALID = "valid until 2026-08-02 12:00 UTC."


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """A file with a key and its certificate for ninety days."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "example.org")])
    content = (name, name, key.public_key(), 1, MADE, MADE + 90 * DAY)
    signed = x509.CertificateBuilder(*content).sign(key, hashes.SHA256())
    file = tmp_path_factory.mktemp("tls") / "both.pem"
    pem = serialization.Encoding.PEM
    kind = serialization.PrivateFormat.PKCS8
    hidden = key.private_bytes(pem, kind, serialization.NoEncryption())
    file.write_bytes(hidden + signed.public_bytes(pem))
    return file


@contextmanager
def proxy(certificate):
    """The address of somebody who shows the certificate once, and says no more."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)

    def show():
        connection, _ = listener.accept()
        with context.wrap_socket(connection, server_side=True):
            pass

    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(20)
        shower = threading.Thread(target=show)
        shower.start()
        yield f"127.0.0.1:{listener.getsockname()[1]}"
        shower.join()


def found(now):
    findings = look_at_site(now=now).findings
    return [each for each in findings if "certificate" in each.words]


@pytest.mark.parametrize(
    ("age", "words", "state"),
    [
        (60, "is", "good"),
        (70, "is", "doubt"),
        (85, "is", "fault"),
        (91, "was", "fault"),
    ],
)
def test_it_is_told_until_when_the_certificate_is_valid(
    settings, certificate, age, words, state
):
    settings.SITE_URL = "https://example.org"
    with proxy(certificate) as address:
        settings.TLS_ADDRESS = address
        (told,) = found(MADE + age * DAY)

    assert (told.words, told.state) == (f"The certificate {words} {VALID}", state)


def test_without_another_address_the_site_itself_is_asked(settings, certificate):
    with proxy(certificate) as address:
        settings.SITE_URL = f"https://{address}"
        (told,) = found(MADE)

    assert VALID in told.words


def test_it_is_said_when_the_certificate_cannot_be_read(settings):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        settings.SITE_URL = f"https://127.0.0.1:{listener.getsockname()[1]}"
    (told,) = found(MADE)

    assert told.state == "doubt"
    assert "cannot be read from here" in told.words


def test_a_site_without_https_has_no_certificate(settings):
    settings.SITE_URL = "http://127.0.0.1:8000"

    assert found(MADE) == []
