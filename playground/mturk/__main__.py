"""Plays Mechanical Turk until it is ended: python -m playground.mturk 8090."""

import sys
from urllib.parse import urlsplit

from playground.mturk.server import StandIn

PORT = 8090


def read_port(text: str) -> int:
    """A port, or that of an address."""
    return int(text) if text.isdecimal() else urlsplit(text).port or PORT


def main(where: str = str(PORT)) -> None:
    try:
        stand_in = StandIn(port=read_port(where))
    except OSError as error:
        sys.exit(f"The playground cannot be served at {where}: {error.strerror}.")
    print(f"Workers: {stand_in.site}/", flush=True)
    try:
        stand_in.serve()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main(*sys.argv[1:])
