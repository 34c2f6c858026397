"""Whole addresses, for links that are sent or shown to somebody."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse


def whole_address(request: HttpRequest, name: str, *args: Any) -> str:
    """The address called ``name``, with the site before it."""
    path = reverse(name, args=args)
    if settings.SITE_URL:
        return f"{settings.SITE_URL}{path}"
    return request.build_absolute_uri(path)
