"""Prices for the steps of a session, and what they bound.

One price per step decouples the concepts. Summed up, what each concept is worth at
these prices bounds what any teacher can reach.
"""

from teaching.pricing.bound import PriceBound, price_bound
from teaching.pricing.goal import AREA, Goal

__all__ = ["AREA", "Goal", "PriceBound", "price_bound"]
