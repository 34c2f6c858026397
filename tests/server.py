"""A gunicorn of a test's own."""

import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SERVE = ["-m", "gunicorn", "-c", "config/gunicorn.py", "config.wsgi"]
# Less than the graceful_timeout after which a server kills workers that go on.
END_SECONDS = 25


@contextmanager
def gunicorn(
    environment: dict[str, str],
    log: Path,
    *,
    ready: str = "/readyz",
    start: "Callable[..., subprocess.Popen[bytes]] | None" = None,
) -> Iterator[str]:
    """The address of a server in ``environment``, while it runs."""
    address = f"127.0.0.1:{free_port()}"
    process = (start or _start)(SERVE, {**environment, "BIND": address}, log, log)
    try:
        wait_for(f"http://{address}{ready}")
        yield f"http://{address}"
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=END_SECONDS)


def _start(
    command: list[str], environment: dict[str, str], out: Path, err: Path
) -> subprocess.Popen[bytes]:
    with out.open("a") as said, err.open("a") as wrong:
        return subprocess.Popen(
            [sys.executable, *command],
            cwd=ROOT,
            env=environment,
            stdout=said,
            stderr=wrong,
        )


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_for(url: str) -> None:
    for _ in range(600):
        try:
            urllib.request.urlopen(url, timeout=5).close()
            return
        except OSError:
            time.sleep(0.2)
    raise AssertionError(f"{url} never answered")


def children(parent: int) -> list[int]:
    """The processes that ``parent`` has started."""
    listed = Path(f"/proc/{parent}/task/{parent}/children").read_text()
    return [int(process) for process in listed.split()]
