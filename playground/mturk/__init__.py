"""A stand-in for Mechanical Turk: what requesters ask, and what workers do."""

from playground.mturk.errors import RequestError, ServiceFaultError
from playground.mturk.market import Market
from playground.mturk.server import StandIn

__all__ = ["Market", "RequestError", "ServiceFaultError", "StandIn"]
