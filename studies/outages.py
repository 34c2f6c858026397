"""What a database that is away looks like, to pages, the API and commands alike."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.db import InterfaceError, InternalError, OperationalError

# A full disk, a lost connection, a database that only reads: not the sender's fault.
DATABASE_FAILURES = (OperationalError, InterfaceError, InternalError)
RETRY_AFTER_SECONDS = 5

_hurry: ContextVar[float | None] = ContextVar("hurry", default=None)


@contextmanager
def hurry(seconds: float) -> Iterator[None]:
    """Within the block a database has ``seconds`` to answer, where it had longer."""
    token = _hurry.set(seconds)
    try:
        yield
    finally:
        _hurry.reset(token)


def patience(seconds: float | None) -> float | None:
    """How long to wait for an answer: ``seconds``, or less for who is in a hurry."""
    return _hurry.get() or seconds
