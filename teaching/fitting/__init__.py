"""Theta from answers: fitted, validated by participant, and calibrated."""

from teaching.fitting.responses import Responses
from teaching.fitting.theta import Fit, TooFewDataError, fit_theta
from teaching.fitting.validation import Validation, cross_validate

__all__ = [
    "Fit",
    "Responses",
    "TooFewDataError",
    "Validation",
    "cross_validate",
    "fit_theta",
]
