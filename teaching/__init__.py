"""Adaptive teaching of many concepts to a forgetful learner.

The mathematics of *Teaching Multiple Concepts to a Forgetful Learner* (NeurIPS 2019):
memory models, the teaching objective, teachers, simulation, optima and guarantees.
"""

from teaching.guarantees import Guarantee, guarantee
from teaching.history import History
from teaching.memory.base import MemoryModel
from teaching.memory.half_life import EASY, HARD, ROBUST, HalfLifeModel
from teaching.objective import marginal_gains, objective, recall_after
from teaching.optimal import optimal_value
from teaching.pricing import Goal, PriceBound, price_bound
from teaching.simulation import Outcome, simulate
from teaching.teachers import TEACHERS, Decision, Teacher, create_teacher

__all__ = [
    "EASY",
    "HARD",
    "ROBUST",
    "TEACHERS",
    "Decision",
    "Goal",
    "Guarantee",
    "HalfLifeModel",
    "History",
    "MemoryModel",
    "Outcome",
    "PriceBound",
    "Teacher",
    "create_teacher",
    "guarantee",
    "marginal_gains",
    "objective",
    "optimal_value",
    "price_bound",
    "recall_after",
    "simulate",
]
