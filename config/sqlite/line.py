"""A line in which the writers of a file stand."""

import fcntl
import os
import threading
import time
from collections import defaultdict

_doors: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)


class Line:
    """A place to stand in line; a process that dies leaves it.

    The threads of a process wait at a door of their own, and the first of them for the
    file, which all processes lock. A lock on a file cannot be waited for with an end:
    should another process stand still while it is its turn, this costs every process
    one thread, and the others give up in time.
    """

    def __init__(self, path: str) -> None:
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        self._door = _doors[path]
        self._is_first = False

    def stand(self, *, seconds: float) -> None:
        """Wait for one's turn; a ``TimeoutError`` if it came after ``seconds``."""
        began = time.monotonic()
        if not self._door.acquire(timeout=seconds):
            raise TimeoutError
        self._is_first = True
        fcntl.flock(self._file, fcntl.LOCK_EX)
        if time.monotonic() - began > seconds:
            self.leave()
            raise TimeoutError

    def leave(self) -> None:
        if self._is_first:
            self._is_first = False
            fcntl.flock(self._file, fcntl.LOCK_UN)
            self._door.release()

    def close(self) -> None:
        self.leave()
        os.close(self._file)
