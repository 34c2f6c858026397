"""Several servers, a pooler and the proxy of the repository, natively on free ports."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.postgres import unprivileged_user
from tests.server import END_SECONDS, ROOT, SERVE, children, free_port, wait_for
from tests.starting import SITE, Started, Starter

CADDYFILE = ROOT / "deploy" / "Caddyfile"
POOLER = """
[databases]
postgres = host={socket} user=forgetmenot
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = {n_connections}
max_client_conn = 200
"""


@contextmanager
def pooler(database: dict[str, str], *, n_connections: int) -> Iterator[dict[str, str]]:
    """The variables that lead to a database through few connections to it."""
    with tempfile.TemporaryDirectory(prefix="forgetmenot-pool-") as name:
        port, file = free_port(), Path(name) / "pgbouncer.ini"
        text = POOLER.format(
            socket=database["PGHOST"], port=port, n_connections=n_connections
        )
        file.write_text(text)
        os.chmod(name, 0o755)
        program = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
        process = subprocess.Popen([program, "-q", file], user=unprivileged_user())
        with ended(process):
            yield {
                "DATABASE_URL": f"postgres://forgetmenot@127.0.0.1:{port}/postgres",
                "POSTGRES_POOLED": "true",
            }


class Servers:
    """Gunicorn masters, each of which can be killed or started anew."""

    def __init__(self, environment: dict[str, str], folder: Path, *, n: int) -> None:
        self._environment = environment
        self._starter = Starter(environment, SITE)
        self.addresses = [f"127.0.0.1:{free_port()}" for _ in range(n)]
        self.logs = [folder / f"log-{number}" for number in range(n)]
        self._masters = [self._start(number) for number in range(n)]

    def __enter__(self) -> "Servers":
        try:
            for address in self.addresses:
                wait_for(f"http://{address}/readyz")
        except AssertionError as error:
            self.__exit__()
            raise AssertionError(self.logs[0].read_text()) from error
        return self

    def __exit__(self, *_: object) -> None:
        with self._starter:
            for master in self._masters:
                master.send_signal(signal.SIGINT)
            for master in self._masters:
                master.wait(timeout=END_SECONDS)

    def _start(self, number: int, **changes: str) -> Started:
        own = {"BIND": self.addresses[number], **changes}
        log = self.logs[number]
        return self._starter.start(SERVE, {**self._environment, **own}, log, log)

    def kill(self, number: int) -> None:
        """A whole server, whatever it was doing; it does not come back."""
        master = self._masters[number]
        for process in (master.pid, *children(master.pid)):
            os.kill(process, signal.SIGKILL)
        master.wait()

    def renew(self, number: int) -> None:
        """As an update does: another begins beside it, and then it is told to end."""
        old, new = self._masters[number], self._start(number, TAKE_OVER="true")
        self._masters[number] = new
        while not children(new.pid):
            time.sleep(0.1)
        old.terminate()
        old.wait(timeout=END_SECONDS)


@contextmanager
def proxy(servers: list[str]) -> Iterator[tuple[str, Path]]:
    """The address of Caddy in front of ``servers``, and whose word it gives."""
    with tempfile.TemporaryDirectory(prefix="forgetmenot-caddy-") as folder:
        port = free_port()
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": folder,
            "XDG_DATA_HOME": folder,
            "XDG_CONFIG_HOME": folder,
            "CADDY_ADMIN": f"localhost:{free_port()}",
            "HTTP_PORT": str(free_port()),
            "HTTPS_PORT": str(port),
            "UPSTREAMS": "listed",
            "WEB_SERVERS": " ".join(servers),
            "BUFFERING": "buffer_requests",
        }
        log = Path(folder) / "log"
        with log.open("w") as file:
            process = subprocess.Popen(
                ["caddy", "run", "--config", CADDYFILE, "--adapter", "caddyfile"],
                env=environment,
                stdout=file,
                stderr=file,
            )
        with ended(process):
            root = Path(folder) / "caddy/pki/authorities/local/root.crt"
            certificate = Path(folder) / "caddy/certificates/local/localhost"
            _wait_until(lambda: root.exists() and certificate.exists(), log)
            yield f"https://localhost:{port}", root


def _wait_until(is_so, log: Path) -> None:
    for _ in range(150):
        if is_so():
            return
        time.sleep(0.1)
    raise AssertionError(log.read_text())


@contextmanager
def ended(process: subprocess.Popen[bytes]) -> Iterator[None]:
    with ExitStack() as stack:
        stack.callback(process.wait, timeout=30)
        stack.callback(process.terminate)
        yield
