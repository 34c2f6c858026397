"""How gunicorn serves the app: `gunicorn -c config/gunicorn.py config.wsgi`."""

import multiprocessing
import os
from typing import Any

from studies.redaction import SecretsFilter

bind = os.environ.get("BIND", "127.0.0.1:8000")
workers = int(os.environ.get("WEB_WORKERS", 2 * multiprocessing.cpu_count() + 1))
# Longer than SQLite waits for its lock, so that a waiting request is not killed.
timeout = 40
graceful_timeout = 30
control_socket_disable = True
# Whether a proxy is believed is decided in one place: BEHIND_TLS_PROXY.
forwarded_allow_ips = ""
accesslog = "-"
# No path, query, referrer or address: they hold tokens and recruiters' ids.
access_log_format = "%(t)s %(m)s %(s)s %(B)s %(L)s"


def on_starting(server: Any) -> None:
    """Errors are logged with the address they happened at: hide the token in it."""
    for handler in server.log.error_log.handlers:
        handler.addFilter(SecretsFilter())
