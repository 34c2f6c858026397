"""Prices for the steps of a session: what they bound, and what they are good for.

One price per step decouples the concepts. Summed up, what each concept is worth at
these prices bounds what any teacher can reach; and how much better it is to show a
concept now than later, at these prices, is what a teacher can go by.
"""

from teaching.pricing.advantages import Advantages, advantages_of
from teaching.pricing.again import prices_again
from teaching.pricing.bound import (
    PriceBound,
    check_half_lives,
    count_choices,
    price_bound,
    prices_to_teach_by,
)
from teaching.pricing.goal import AREA, Goal

__all__ = [
    "AREA",
    "Advantages",
    "Goal",
    "PriceBound",
    "advantages_of",
    "check_half_lives",
    "count_choices",
    "price_bound",
    "prices_again",
    "prices_to_teach_by",
]
