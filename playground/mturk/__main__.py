"""Plays Mechanical Turk until it is ended: python -m playground.mturk 8090."""

import sys

from playground.mturk.server import StandIn

if __name__ == "__main__":
    stand_in = StandIn(port=int(sys.argv[1]) if len(sys.argv) > 1 else 8090)
    print(f"MTURK_ENDPOINT={stand_in.endpoint}", flush=True)
    stand_in.serve()
