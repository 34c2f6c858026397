"""Plays Prolific until it is ended: python -m playground.prolific 8091."""

import sys

from playground.prolific.server import StandIn

if __name__ == "__main__":
    stand_in = StandIn(port=int(sys.argv[1]) if len(sys.argv) > 1 else 8091)
    for name, value in stand_in.settings.items():
        print(f"{name}={value}", flush=True)
    stand_in.serve()
