"""How gunicorn serves the app: `gunicorn -c config/gunicorn.py config.wsgi`."""

import gc
import multiprocessing
import os
import socket
import struct
from typing import Any

from django.conf import settings
from django.template.loader import get_template
from django.urls import reverse

from config.draining import hold_signals
from config.listening import AddressFilter, read_address, refuse_if_taken
from config.logs import ACCESS, FORMATTERS
from config.variables import (
    load_settings,
    read_flag,
    read_number,
    told_in_a_sentence,
)
from studies.redaction import SecretsFilter
from studies.tallies import TALLIES

PATIENCE_SECONDS = 10

with told_in_a_sentence():
    load_settings()
    bind = read_address(os.environ, "BIND", "127.0.0.1:8000")
    workers = read_number(os.environ, "WEB_WORKERS", multiprocessing.cpu_count())
    # The new one of two servers at the same port, until the old one is told to end.
    _takes_over = read_flag(os.environ, "TAKE_OVER", False)
# A request that arrives slowly keeps one thread, not a whole worker. Every thread has
# a connection to the database, with what SQLite remembers for it.
worker_class = "config.draining.Worker"
threads = settings.WEB_THREADS
# From one card to the next a browser keeps its connection.
keepalive = 30
worker_connections = 4000
# Each worker has a queue of its own for new connections, or one would take them all.
# Of a path only one can have it.
reuse_port = not bind.startswith("unix:")
# Loaded once and then shared; no connection to the database is open yet.
preload_app = True
# Longer than SQLite waits for its lock, so that a waiting request is not killed.
timeout = 40
graceful_timeout = 30
control_socket_disable = True
# Whether a proxy is believed is decided in one place: BEHIND_TLS_PROXY.
forwarded_allow_ips = ""
# A line for every request tells little and costs much: ACCESS_LOG=- writes it.
accesslog = os.environ.get("ACCESS_LOG")
# No path, query, referrer or address: they hold tokens and recruiters' ids.
access_log_format = ACCESS[settings.LOG_FORMAT]


def when_ready(server: Any) -> None:
    """What was loaded stays in the memory that all workers share.

    A request leaves little behind that only the collector finds, so it looks rarely.
    """
    load_pages()
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def load_pages() -> None:
    """Views and templates, which every worker would load with its first requests."""
    reverse("healthz")
    folder = settings.BASE_DIR / "templates"
    for path in folder.rglob("*.html"):
        get_template(str(path.relative_to(folder)))


def pre_fork(server: Any, worker: Any) -> None:
    hold_signals()


def post_fork(server: Any, worker: Any) -> None:
    TALLIES.begin_process(worker.age)


def post_worker_init(worker: Any) -> None:
    """Give a request up that stops in the middle: it would keep a thread for ever."""
    patience = struct.pack("ll", PATIENCE_SECONDS, 0)
    for listener in worker.sockets:
        # Connections have it from their listener.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, patience)


def on_starting(server: Any) -> None:
    """Errors are logged with the address they happened at: hide the token in it."""
    for handler in server.log.error_log.handlers:
        # In this order: the other one leaves nothing to fill in.
        handler.addFilter(AddressFilter(f"http://{bind}"))
        handler.addFilter(SecretsFilter())
        if settings.LOG_FORMAT == "json":
            handler.setFormatter(FORMATTERS["json"]())
    for address in server.cfg.address:
        if isinstance(address, tuple) and not _takes_over:
            refuse_if_taken(*address)
