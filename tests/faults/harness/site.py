"""A whole site, each process of which can be killed and comes back."""

import os
import signal
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests.postgres import crash
from tests.server import SERVE, children, free_port, wait_for
from tests.starting import SITE, Started, Starter

WORK = ["manage.py", "work", "--look", "0.2"]


class Site:
    """A web server and a task worker over the database of ``environment``."""

    def __init__(
        self, environment: dict[str, str], log: Path, *, app: str = "config.wsgi"
    ) -> None:
        self._serve = [*SERVE[:-1], app]
        address = f"127.0.0.1:{free_port()}"
        self._environment = {**environment, "BIND": address, "ACCESS_LOG": "-"}
        self._log = log
        self.url = f"http://{address}"

    def __enter__(self) -> "Site":
        self._starter = Starter(self._environment, SITE)
        self._server, self._tasks = self._start(self._serve), self._start(WORK)
        wait_for(f"{self.url}/readyz")
        return self

    def __exit__(self, *_: object) -> None:
        with self._starter:
            for process in (self._server, self._tasks):
                process.terminate()
                process.wait(timeout=60)

    def _start(self, command: list[str]) -> Started:
        return self._starter.start(command, self._environment, self._log, self._log)

    @property
    def killers(self) -> dict[str, Callable[[], None]]:
        """What can be killed here, each with what does it."""
        everywhere = {
            "server": self.kill_server,
            "worker": self.kill_worker,
            "tasks": self.kill_tasks,
        }
        if "PGHOST" in self._environment:
            return {**everywhere, "database": partial(crash, self._environment)}
        return everywhere

    def kill_server(self) -> None:
        """All of its processes, so that none can finish what it began."""
        for process in (self._server.pid, *children(self._server.pid)):
            kill(process)
        self._server.wait()
        self._server = self._start(self._serve)
        wait_for(f"{self.url}/readyz")

    def kill_worker(self) -> None:
        """One of the processes that answer; the server starts another."""
        if workers := children(self._server.pid):
            kill(workers[0])

    def kill_tasks(self) -> None:
        kill(self._tasks.pid)
        self._tasks.wait()
        time.sleep(0.5)
        self._tasks = self._start(WORK)


def kill(process: int) -> None:
    os.kill(process, signal.SIGKILL)
