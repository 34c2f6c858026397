"""Calls to the sites of others."""

import ssl
from functools import cache


@cache
def trusted_authorities() -> ssl.SSLContext:
    """Who may vouch for another site: read once, as reading outlasts a call."""
    # Imported here: it is large, and most servers call nobody.
    import httpx

    return httpx.create_ssl_context()
