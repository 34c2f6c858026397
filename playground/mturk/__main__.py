"""Plays Mechanical Turk until it is ended: python -m playground.mturk ADDRESS."""

import sys
from urllib.parse import urlsplit

from playground.mturk.server import StandIn

ADDRESS = "http://localhost:8090"


def main(address: str = ADDRESS) -> None:
    """Serve at ``address``, which is the server's MTURK_ENDPOINT."""
    where = urlsplit(address)
    try:
        stand_in = StandIn(port=where.port or 0, name=where.hostname or "localhost")
    except OSError as error:
        sys.exit(f"The playground cannot be served at {address}: {error.strerror}.")
    try:
        stand_in.serve()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main(*sys.argv[1:])
