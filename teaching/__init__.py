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
from teaching.memory.activation import ActivationModel
from teaching.memory.base import MemoryModel
from teaching.memory.fsrs import FSRSModel
from teaching.memory.half_life import EASY, HARD, ROBUST, HalfLifeModel
from teaching.memory.power_law import PowerLawModel
from teaching.memory.prior_knowledge import PriorKnowledgeModel
from teaching.memory.related import RelatedModel, family_links
from teaching.memory.spacing import SpacingModel
from teaching.memory.two_scales import TwoScaleModel
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
    "ActivationModel",
    "BrokenContractError",
    "Decision",
    "FSRSModel",
    "Fit",
    "Goal",
    "Guarantee",
    "HalfLifeModel",
    "History",
    "MemoryModel",
    "Outcome",
    "PowerLawModel",
    "PriceBound",
    "PriorKnowledgeModel",
    "RelatedModel",
    "Responses",
    "SpacingModel",
    "Teacher",
    "TooFewDataError",
    "TwoScaleModel",
    "Validation",
    "check_model",
    "check_teacher",
    "create_teacher",
    "cross_validate",
    "family_links",
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
