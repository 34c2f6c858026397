"""Where a request comes from, as far as a limit needs to know."""

import hmac
import secrets
from ipaddress import IPv4Address, IPv6Address, ip_address

from django.conf import settings
from django.http import HttpRequest
from ipware import get_client_ip

# What one customer of a provider is given.
IPV6_NETWORK_BITS = 64
# Known to the running server alone, and to all its workers: it is made before they are.
_KEY = secrets.token_bytes(32)


def neighbourhood(request: HttpRequest) -> str:
    """An IPv4 address, or the first of the network that an IPv6 one is free to move in.

    Every limit by address counts by it.
    """
    found, _ = get_client_ip(
        request,
        proxy_count=settings.AXES_IPWARE_PROXY_COUNT,
        request_header_order=settings.AXES_IPWARE_META_PRECEDENCE_ORDER,
    )
    address = ip_address(found) if found else None
    if isinstance(address, IPv6Address):
        return _network(address)
    return str(address or "")


def origin_of(request: HttpRequest) -> int:
    """A number for the neighbourhood of a request, from which none can be found.

    It is positive, and another one when the server is started again.
    """
    digest = hmac.digest(_KEY, neighbourhood(request).encode(), "sha256")
    return int.from_bytes(digest[:8], "big") or 1


def _network(address: IPv6Address) -> str:
    if address.ipv4_mapped:
        return str(IPv4Address(address.ipv4_mapped))
    shift = address.max_prefixlen - IPV6_NETWORK_BITS
    return str(IPv6Address(int(address) >> shift << shift))
