"""What has to be done now and then, whatever else a command does."""

import io
import logging
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.conf import settings
from django.core.management.base import CommandError, OutputWrapper
from django.db import close_old_connections, connections
from django.utils import timezone

from studies.models.sign import SignKind
from studies.outages import DATABASE_FAILURES
from studies.services.identities import delete_expired_marks
from studies.services.session.sweeping import Swept, sweep
from studies.services.signs import give_sign


class LogLines(io.StringIO):
    """Takes what a command says, as lines of the log with their time and level."""

    def __init__(self, level: int) -> None:
        super().__init__()
        self._level = level

    def write(self, text: str, /) -> int:
        logging.getLogger("studies.worker").log(self._level, text.rstrip("\n"))
        return len(text)


def as_log_lines(out: OutputWrapper, level: int) -> OutputWrapper:
    """``out`` itself where people read it, lines of the log where machines do."""
    is_for_machines = settings.LOG_FORMAT == "json"
    return OutputWrapper(LogLines(level)) if is_for_machines else out


def sweep_once(out: OutputWrapper) -> None:
    """One sweep; what it found is told."""
    now = timezone.now()
    swept = sweep(now=now)
    delete_expired_marks(now=now)
    give_sign(SignKind.SWEEP, now=now)
    if swept.n_missed:
        give_sign(SignKind.MISSED, now=now, n=swept.n_missed)
    if swept != Swept(0, 0):
        out.write(
            f"{swept.n_missed} missed, {swept.n_away} away, "
            f"{swept.n_reviews} reviews ended, {swept.n_cut_off} cut off"
        )


def repeat(
    chore: Callable[[], None],
    *,
    every: float,
    until: threading.Event,
    faults: OutputWrapper,
) -> None:
    """Do a chore again and again, whether or not the database is there."""
    while not until.is_set():
        try:
            chore()
        except DATABASE_FAILURES as error:
            faults.write(f"The database did not answer: {error}")
        close_old_connections()
        until.wait(every)


@contextmanager
def beside(
    chore: Callable[[], None], *, every: float, faults: OutputWrapper
) -> Iterator[None]:
    """Repeat a chore in a thread of its own while the block lasts.

    A chore that fails otherwise than by its database ends the whole process: whoever
    started it starts it again, instead of going on without the chore.
    """
    ended, broken = threading.Event(), threading.Event()

    def work() -> None:
        try:
            repeat(chore, every=every, until=ended, faults=faults)
        finally:
            connections.close_all()
            if not ended.is_set():
                broken.set()
                os.kill(os.getpid(), signal.SIGTERM)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
        if broken.is_set():
            raise CommandError("A chore failed; the log says why.")
