"""How long a process waits for PostgreSQL, and what it does when nothing comes back."""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import get_ident
from types import MappingProxyType
from typing import Any, ClassVar

import psycopg
from psycopg.errors import ConnectionTimeout
from psycopg.pq import TransactionStatus

from studies.outages import RETRY_AFTER_SECONDS, patience


class Silence:
    """Whether PostgreSQL has stopped answering, as all threads of a process know it.

    Then one of them finds out now and then whether it is back. The others say at once
    that it is away, and have time for whoever wants something else.
    """

    def __init__(self) -> None:
        self._lasts_until = 0.0

    def begin(self) -> None:
        self._lasts_until = time.monotonic() + RETRY_AFTER_SECONDS

    def end(self) -> None:
        self._lasts_until = 0.0

    @contextmanager
    def respected(self) -> Iterator[None]:
        """Connect within the block: only who does not know better is let in."""
        if time.monotonic() < self._lasts_until:
            raise psycopg.OperationalError("PostgreSQL has stopped answering")
        if self._lasts_until:
            self.begin()
        try:
            yield
        except ConnectionTimeout:
            self.begin()
            raise
        except psycopg.Error:
            self.end()
            raise
        self.end()


SILENCE = Silence()
SHORT_SECONDS = 2


class Connection(psycopg.Connection[Any]):
    """A connection that is given up after ``seconds`` without an answer.

    A server that stands still cannot keep the time that it was given for a statement.
    When all ``n_threads`` of a process wait, one gives up earlier: somebody has to say
    that the process is alive. But many people who come at once make all of them wait
    as well; so it first finds out whether the server still lets others in.
    """

    seconds: float | None = None
    n_threads = 1
    connects_with: Mapping[str, Any] = MappingProxyType({})
    _waiting: ClassVar[set[int]] = set()

    def wait(self, gen: Any, *args: Any, **options: Any) -> Any:
        seconds = patience(self.seconds)
        if seconds is None or options:
            return super().wait(gen, *args, **options)
        self._waiting.add(get_ident())
        try:
            return self._wait_at_most(seconds, gen)
        except psycopg.OperationalError as error:
            if not self._has_no_answer():
                raise
            # The answer may still come, to a question nobody remembers.
            self.close()
            raise psycopg.OperationalError("PostgreSQL does not answer") from error
        finally:
            self._waiting.discard(get_ident())

    def _wait_at_most(self, seconds: float, gen: Any) -> Any:
        try:
            return super().wait(gen, timeout=min(seconds, SHORT_SECONDS))
        except psycopg.OperationalError:
            if seconds <= SHORT_SECONDS or not self._has_no_answer():
                raise
            if self._is_last_free_thread() and not self._is_server_alive():
                raise
        return super().wait(gen, timeout=seconds - SHORT_SECONDS)

    def _is_last_free_thread(self) -> bool:
        return 1 < self.n_threads <= len(self._waiting)

    def _is_server_alive(self) -> bool:
        """One that refuses is alive; one that stands still says nothing at all."""
        try:
            psycopg.connect(**self.connects_with).close()
        except ConnectionTimeout:
            return False
        except psycopg.OperationalError:
            return True
        return True

    def _has_no_answer(self) -> bool:
        return self.pgconn.transaction_status == TransactionStatus.ACTIVE
