"""Names and addresses of the site, as settings give them."""

import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

# What anybody may register a name under: such a wildcard lets everybody in.
PUBLIC_SUFFIX = re.compile(r"\.?(\w+|(ac|co|com|edu|go|gov|ne|net|or|org)\.\w\w)\.?")
# A name or a number alone, without https:// and port.
HOST = re.compile(r"[\w.-]+|\[[0-9a-fA-F:.]+\]")


def find_host_faults(hosts: Sequence[str]) -> list[str]:
    """What is wrong with ALLOWED_HOSTS: it names nobody, or lets strangers in."""
    wrong = [host for host in hosts if _is_everybodys(host) or not HOST.fullmatch(host)]
    if hosts and not wrong:
        return []
    got = ",".join(hosts) or "none"
    return [f"ALLOWED_HOSTS must name the site, as in study.example.org, got {got}"]


def _is_everybodys(host: str) -> bool:
    """Whether sites of strangers fit: a wildcard for all, or under a public suffix."""
    is_wildcard = host.startswith(".")
    return host == "*" or (is_wildcard and bool(PUBLIC_SUFFIX.fullmatch(host)))


def check_origins(addresses: Sequence[str]) -> list[str]:
    """``addresses`` themselves, each of a site by https:// or http:// alone."""
    wrong = [each for each in addresses if not is_address(each)]
    if wrong:
        raise ImproperlyConfigured(
            "CSRF_TRUSTED_ORIGINS must begin with https:// each, as in "
            f"https://study.example.org, got {wrong[0]!r}"
        )
    return [*addresses]


def is_address(text: str) -> bool:
    """Whether it begins with https:// or http:// and names a site."""
    try:
        parts = urlsplit(text)
        parts.port  # noqa: B018
    except ValueError:
        return False
    return parts.scheme in {"https", "http"} and bool(parts.hostname)
