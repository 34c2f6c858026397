"""Adaptive teaching of many concepts to a forgetful learner.

The mathematics of *Teaching Multiple Concepts to a Forgetful Learner* (NeurIPS 2019):
memory models, the teaching objective, teachers, simulation, optima and guarantees.
"""

from teaching.checks import BrokenContractError, check_model, check_teacher
from teaching.fitting import (
    Fit,
    Responses,
    TooFewDataError,
    Validation,
    cross_validate,
    fit_theta,
)
from teaching.guarantees import Guarantee, guarantee
from teaching.history import History
from teaching.memory.base import MemoryModel
from teaching.memory.half_life import EASY, HARD, ROBUST, HalfLifeModel
from teaching.objectives import marginal_gains, objective, recall_after
from teaching.optimal import optimal_value
from teaching.playing import play_session
from teaching.pricing import Goal, PriceBound, price_bound
from teaching.simulation import Outcome, simulate
from teaching.teachers import TEACHERS, Decision, Teacher, create_teacher

__version__ = "0.1.0"

__all__ = [
    "EASY",
    "HARD",
    "ROBUST",
    "TEACHERS",
    "BrokenContractError",
    "Decision",
    "Fit",
    "Goal",
    "Guarantee",
    "HalfLifeModel",
    "History",
    "MemoryModel",
    "Outcome",
    "PriceBound",
    "Responses",
    "Teacher",
    "TooFewDataError",
    "Validation",
    "check_model",
    "check_teacher",
    "create_teacher",
    "cross_validate",
    "fit_theta",
    "guarantee",
    "marginal_gains",
    "objective",
    "optimal_value",
    "play_session",
    "price_bound",
    "recall_after",
    "simulate",
]
