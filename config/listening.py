"""Where the server listens: python -m config.listening HOST:PORT says if it can."""

import logging
import socket
import sys

from django.core.exceptions import ImproperlyConfigured
from gunicorn.util import parse_address

from config.variables import Variables, told_in_a_sentence

MAX_PORT = 65_535


def read_address(variables: Variables, name: str, default: str) -> str:
    """A host with its port or the path of a socket; nothing is the default."""
    text = variables.get(name, "").strip() or default
    if not _is_address(text):
        raise ImproperlyConfigured(
            f"{name} must be host:port or unix:path, got {text!r}"
        )
    return text


def _is_address(text: str) -> bool:
    try:
        address = parse_address(text, default_port="")
    except RuntimeError:
        return False
    if isinstance(address, tuple):
        host, port = address
        return bool(host) and 0 < port <= MAX_PORT
    return isinstance(address, str) and bool(address)


def refuse_if_taken(host: str, port: int) -> None:
    """End the program if somebody listens there already, or nobody can."""
    # With ports shared, a second server would take half of the first one's visitors.
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            sys.exit(f"{host}:{port} cannot be served: {error.strerror}.")


class AddressFilter(logging.Filter):
    """Fills in where gunicorn listens.

    It names the sockets it has opened, and when ports are shared its workers do that.
    """

    def __init__(self, address: str) -> None:
        super().__init__()
        self._address = address

    def filter(self, record: logging.LogRecord) -> bool:
        is_said = record.msg == "Listening at: %s (%s)"
        if is_said and isinstance(record.args, tuple) and not record.args[0]:
            record.args = (self._address, *record.args[1:])
        return True


if __name__ == "__main__":
    with told_in_a_sentence():
        chosen = read_address({"BIND": sys.argv[1]}, "BIND", "")
    refuse_if_taken(*parse_address(chosen))
