"""Whether somebody looks at a page, or a browser only fetches ahead."""

from typing import Protocol

_PREFETCH_HEADERS = ("Sec-Purpose", "Purpose", "X-Moz", "X-Purpose")


class _Headers(Protocol):
    def get(self, key: str, default: str, /) -> str: ...


def is_real_look(method: str | None, headers: _Headers) -> bool:
    """Not HEAD, and not a browser fetching ahead of its user."""
    hints = [headers.get(name, "").lower() for name in _PREFETCH_HEADERS]
    return method == "GET" and not any("pre" in hint for hint in hints)
