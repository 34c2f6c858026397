"""A lock on a file, had by one after the other."""

import fcntl
import os
import threading
import time


class Line:
    """A place to stand in line; a process that dies leaves it."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._file = self._open()

    def stand(self, *, seconds: float) -> float:
        """How long it took to be one's turn; after ``seconds`` a ``TimeoutError``."""
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return self._wait(seconds)
        return 0.0

    def leave(self) -> None:
        fcntl.flock(self._file, fcntl.LOCK_UN)

    def close(self) -> None:
        os.close(self._file)

    def _open(self) -> int:
        return os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)

    def _wait(self, seconds: float) -> float:
        # Waiting for a lock has no end, and trying again and again would be unfair: a
        # thread waits, with another descriptor of the same open file.
        began, turn = time.monotonic(), threading.Event()
        waiting = (os.dup(self._file), turn)
        threading.Thread(target=_await_turn, args=waiting, daemon=True).start()
        if not turn.wait(seconds):
            self._give_up()
            raise TimeoutError
        return time.monotonic() - began

    def _give_up(self) -> None:
        # The lock is of the open file: a turn that comes later ends with the thread.
        os.close(self._file)
        self._file = self._open()


def _await_turn(file: int, turn: threading.Event) -> None:
    try:
        fcntl.flock(file, fcntl.LOCK_EX)
        turn.set()
    finally:
        os.close(file)
