"""A stand-in for Prolific: what researchers ask, and what participants do."""

from playground.prolific.errors import BusyError, DownError, RefusedError
from playground.prolific.pool import Pool, Study, Submission
from playground.prolific.server import StandIn

__all__ = [
    "BusyError",
    "DownError",
    "Pool",
    "RefusedError",
    "StandIn",
    "Study",
    "Submission",
]
