"""Starts programs of the project in forks of one process that has imported much of it.

Importing takes a server or a worker nearly all of the time of its start, and a program
that finds its environment wrong nearly all of its time.
"""

import ctypes
import importlib
import json
import mmap
import os
import re
import runpy
import select
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

from tests.server import ROOT

# All that a server and a worker import with the settings of their environment.
SITE = ["tests.loaded"]
# What looks at no settings.
NOBODYS = [
    *("config.env", "config.logs", "csp.constants", "django.core.management"),
    *("environ", "gunicorn.app.wsgiapp", "studies.recruitment.mturk"),
]
# What config/gunicorn.py reads whenever a server starts; all else is in the settings.
READ_AT_START = {"ACCESS_LOG", "BIND", "TAKE_OVER", "WEB_WORKERS"}
MAP_FIXED = 0x10
# An address, and memory that is shared and is no file's.
SHARED = re.compile(r"^(\w+)-(\w+) rw-s .* /dev/zero \(deleted\)$", re.MULTILINE)


class Starter:
    """The process of which programs are forks, and the ``modules`` that it has."""

    def __init__(self, environment: dict[str, str], modules: list[str]) -> None:
        self._lock = threading.Lock()
        # The settings of a site are read once, with this environment.
        self._fixed = environment if modules == SITE else None
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.starting", *modules],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> "Starter":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def start(
        self, command: list[str], environment: dict[str, str], out: Path, err: Path
    ) -> "Started":
        """``python COMMAND`` in ``environment`` alone, which adds to two files."""
        if self._fixed is not None:
            changed = {*environment.items()} ^ {*self._fixed.items()}
            assert {name for name, _ in changed} <= READ_AT_START, changed
        for file in (out, err):
            file.touch()
        asked = {"command": command, "environment": environment}
        return Started(self, self.ask(**asked, out=str(out), err=str(err)))

    def call(
        self, command: list[str], environment: dict[str, str]
    ) -> subprocess.CompletedProcess[str]:
        """What ``python COMMAND`` says."""
        with tempfile.TemporaryDirectory() as folder:
            out, err = Path(folder) / "out", Path(folder) / "err"
            code = self.start(command, environment, out, err).wait()
            return subprocess.CompletedProcess(
                command, code, out.read_text(), err.read_text()
            )

    def ask(self, **question: Any) -> int:
        with self._lock:
            self._process.stdin.write(json.dumps(question) + "\n")
            self._process.stdin.flush()
            return json.loads(self._process.stdout.readline())


class Started:
    """A program that was started, as ``subprocess.Popen`` has them."""

    def __init__(self, starter: Starter, pid: int) -> None:
        self.pid = pid
        self._starter = starter
        self._file = os.pidfd_open(pid)
        self._code: int | None = None

    def send_signal(self, number: int) -> None:
        if self._code is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def poll(self) -> int | None:
        is_over = self._code is not None or select.select([self._file], [], [], 0)[0]
        return self.wait() if is_over else None

    def wait(self, timeout: float | None = None) -> int:
        if self._code is None:
            if not select.select([self._file], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired(str(self.pid), timeout or 0)
            self._code = self._starter.ask(ended=self.pid)
            os.close(self._file)
        return self._code


def main() -> None:
    for name in sys.argv[1:]:
        importlib.import_module(name)
    for line in sys.stdin:
        asked = json.loads(line)
        if "ended" in asked:
            answer = os.waitstatus_to_exitcode(os.waitpid(asked["ended"], 0)[1])
        elif (answer := os.fork()) == 0:
            become(**asked)
            return
        print(json.dumps(answer), flush=True)
    # To tidy up what was imported would take as long as half of a start.
    os._exit(0)


def become(
    *, command: list[str], environment: dict[str, str], out: str, err: str
) -> None:
    """Be what Python would be that was started with ``command``."""
    _share_no_memory()
    os.environ.clear()
    os.environ.update(environment)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for number, name in ((1, out), (2, err)):
        os.dup2(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_APPEND), number)
    match command:
        case ["-m", module, *_]:
            sys.argv = command[1:]
            runpy.run_module(module, run_name="__main__", alter_sys=True)
        case ["-c", program, *arguments]:
            sys.argv = ["-c", *arguments]
            exec(program, {"__name__": "__main__"})
        case _:
            sys.argv = command
            runpy.run_path(command[0], run_name="__main__")


def _share_no_memory() -> None:
    """Have new memory in place of what the workers of one server share.

    Of two servers each would find there what the other one counted.
    """
    library = ctypes.CDLL(None, use_errno=True)
    library.mmap.restype = ctypes.c_void_p
    size, offset = ctypes.c_size_t, ctypes.c_long
    shared = SHARED.findall(Path("/proc/self/maps").read_text())
    assert shared or "studies.tallies" not in sys.modules
    for first, end in shared:
        start, n_bytes = int(first, 16), int(end, 16) - int(first, 16)
        flags = mmap.MAP_SHARED | mmap.MAP_ANONYMOUS | MAP_FIXED
        rights = mmap.PROT_READ | mmap.PROT_WRITE
        place = ctypes.c_void_p(start)
        made = library.mmap(place, size(n_bytes), rights, flags, -1, offset(0))
        assert made == start, os.strerror(ctypes.get_errno())


if __name__ == "__main__":
    main()
