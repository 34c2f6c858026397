"""Plays Prolific until it is ended: python -m playground.prolific 8091."""

import sys

from playground.prolific.server import StandIn

if __name__ == "__main__":
    stand_in = StandIn(port=int(sys.argv[1]) if len(sys.argv) > 1 else 8091)
    for name in ("PROLIFIC_API", "PROLIFIC_SITE"):
        print(f"{name}={stand_in.endpoint}")
    print(f"PROLIFIC_API_TOKEN={stand_in.pool.token}", flush=True)
    stand_in.serve()
