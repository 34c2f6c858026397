"""Plays the recruiters that the environment names: python -m playground."""

import os
import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack
from urllib.parse import urlsplit

from playground import mturk, prolific

StandIn = mturk.StandIn | prolific.StandIn
STAND_INS: dict[str, Callable[..., StandIn]] = {
    "MTURK_ENDPOINT": mturk.StandIn,
    "PROLIFIC_ENDPOINT": prolific.StandIn,
}


def start(variable: str) -> StandIn:
    """The stand-in at the address that ``variable`` has."""
    address = os.environ[variable]
    try:
        return STAND_INS[variable](port=urlsplit(address).port or 0)
    except OSError as error:
        sys.exit(f"The playground cannot be served at {address}: {error.strerror}.")


def main() -> None:
    with ExitStack() as played:
        for variable in filter(os.environ.get, STAND_INS):
            played.enter_context(start(variable))
        threading.Event().wait()


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
