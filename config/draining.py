"""How a worker ends while people are at it: nobody who reached it is turned away.

A proxy keeps connections open and sends the next request on one of them. Gunicorn's own
worker closes those that are idle as soon as it is told to end, and whatever waits to be
accepted; a request that was under way to it then is an error that somebody sees.

Until it has signals of its own, a worker has copies of its master's, which put them
where nobody looks: told to end while it starts, it would serve until it is killed.
So they wait: `hold_signals` before a worker is forked, `init_signals` lets them in.
"""

import os
import select
import signal
import time
from concurrent.futures import Future
from functools import partial
from selectors import EVENT_READ
from typing import Any

from django.conf import settings
from gunicorn.workers.gthread import ThreadWorker

from config.refusing import Headed

LONGEST_NAP_SECONDS = 1.0
ENDING_SIGNALS = (signal.SIGTERM, signal.SIGQUIT, signal.SIGINT)


def hold_signals() -> None:
    """Let the order to end wait, here until the fork is done and in the worker."""
    signal.pthread_sigmask(signal.SIG_BLOCK, ENDING_SIGNALS)


def release_signals() -> None:
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING_SIGNALS)


os.register_at_fork(after_in_parent=release_signals)


class Worker(ThreadWorker):  # type: ignore[misc]
    """Gunicorn's, which answers once more on each connection that it has."""

    def init_signals(self) -> None:
        super().init_signals()
        release_signals()

    def set_accept_enabled(self, enabled: bool) -> None:
        super().set_accept_enabled(enabled)
        if not enabled and not self.alive:
            self._accept_the_last()

    def murder_keepalived(self, force: bool = False) -> None:
        if force:
            self._answer_the_last()
        super().murder_keepalived(force)

    def is_parent_alive(self) -> bool:
        # Without a master nobody would start another one: it ends as if told to.
        if not super().is_parent_alive():
            self.alive = False
        return bool(self.alive)

    def handle_error(self, req: Any, client: Any, addr: Any, exc: Exception) -> None:
        # It would log the address, which no other line does.
        super().handle_error(req, Headed(client), None, exc)

    def finish_request(self, conn: Any, future: "Future[Any]") -> None:
        if self.alive or not _is_kept_open(future):
            super().finish_request(conn, future)
            return
        # It was told to end meanwhile, but the answer says that more may be asked.
        conn.sock.setblocking(False)
        conn.set_timeout()
        self.keepalived_conns.append(conn)
        ask = partial(self.on_client_socket_readable, conn)
        self.poller.register(conn.sock, EVENT_READ, ask)

    def _accept_the_last(self) -> None:
        """Whoever waits for this worker comes in, and no others wait for it."""
        for listener in self.sockets:
            while select.select([listener], [], [], 0)[0]:
                self.accept(listener)
            listener.close()

    def _answer_the_last(self) -> None:
        """Gunicorn says with each answer that the connection ends, and then it does."""
        end = time.monotonic() + settings.DRAIN_SECONDS
        while self.nr_conns and (left := end - time.monotonic()) > 0:
            self.notify()
            self.wait_for_and_dispatch_events(timeout=min(left, LONGEST_NAP_SECONDS))
            super().murder_keepalived()
            self.murder_pending()


def _is_kept_open(future: "Future[Any]") -> bool:
    is_answered = not future.cancelled() and future.exception() is None
    return is_answered and future.result() is True
