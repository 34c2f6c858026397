"""A name for each request, by which all lines of a log that belong to it are found."""

import re
from contextvars import ContextVar
from typing import Any
from uuid import uuid4

# What Caddy, nginx and Traefik make. Other texts may be somebody's id or a secret.
_SANE = re.compile(r"[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}")
_current: ContextVar[str] = ContextVar("request_id", default="")


def choose_id(told: str) -> str:
    """What a proxy ``told``, if it looks like an id of a request; else a new one."""
    return told if _SANE.fullmatch(told) else uuid4().hex


def current_id() -> str:
    """The id of the request that this thread is at; empty outside of one."""
    return _current.get()


def begin_request(request_id: str) -> None:
    """From now on this thread is at the request of that id."""
    _current.set(request_id)


def end_request(**_: Any) -> None:
    """What comes now belongs to no request."""
    _current.set("")
