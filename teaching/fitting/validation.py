"""How well answers of people are foretold who were not fitted."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from teaching.fitting.baselines import BASELINES, Predictor
from teaching.fitting.estimates import Estimate, mean_by_person, share_by_person
from teaching.fitting.responses import Responses, Showings
from teaching.fitting.theta import check_by, checked, fit_showings
from teaching.history import IntArray
from teaching.memory.base import FloatArray

FITTED = "fitted"
FOLDS = 10
SUREST = 1e-4
"""No prediction counts as surer: a slip of the finger would decide everything."""


class Bin(NamedTuple):
    """Answers that were foretold alike: the chance on average, and what came."""

    n_showings: int
    foretold: float
    observed: Estimate


@dataclass(frozen=True, eq=False)
class Validation:
    """Chances of recall foretold by those who were fitted on other people.

    ``chances`` has ``(n_showings,)`` numbers for the fit and for each baseline.
    """

    showings: Showings
    chances: dict[str, FloatArray]

    def losses(self, name: str) -> FloatArray:
        """The log loss of each answer, in natural logarithms; smaller is better."""
        chance = np.clip(self.chances[name], SUREST, 1 - SUREST)
        return -np.log(np.where(self.showings.recalled, chance, 1 - chance))

    def loss(self, name: str) -> Estimate:
        """The mean log loss over all answers."""
        return mean_by_person(self.losses(name), self.showings.people.numbers)

    def lead(self, baseline: str) -> Estimate:
        """By how much the fit loses less than a baseline does."""
        less = self.losses(baseline) - self.losses(FITTED)
        return mean_by_person(less, self.showings.people.numbers)

    def calibration(self, n_bins: int = 10) -> list[Bin]:
        """Foretold and observed recall, in bins of equally many answers."""
        foretold = self.chances[FITTED]
        order = np.argsort(foretold, kind="stable")
        parts = np.array_split(order, min(n_bins, len(order)))
        return [self._bin(part) for part in parts]

    def _bin(self, part: IntArray) -> Bin:
        recalled = self.showings.recalled[part].astype(np.float64)
        observed = share_by_person(recalled, self.showings.people.numbers[part])
        return Bin(len(part), float(self.chances[FITTED][part].mean()), observed)


def cross_validate(
    responses: Responses, *, by: str = "deck", folds: int = FOLDS
) -> Validation:
    """Foretell everybody's answers from those of other people.

    People are dealt into ``folds`` parts, in the order of their names. Nobody's answers
    are used to foretell their own. Baselines: the constant rate, logistic regression on
    right and wrong answers so far and the log of the delay, and (6, 2, 0).

    >>> from teaching import HARD, simulate
    >>> from teaching.fitting import Responses, cross_validate
    >>> played = simulate(["RR"], truth=[HARD] * 15, horizon=40, trials=50)["RR"]
    >>> answers = Responses.of_sessions(played.concepts, played.recalls)
    >>> validation = cross_validate(answers)
    >>> validation.lead("fixed").low > 0
    True
    """
    check_by(by)
    if folds < 2:
        raise ValueError(f"folds must be at least 2, got {folds}")
    showings = checked(responses.showings())
    _, person = np.unique(showings.people.numbers, return_inverse=True)
    part = person % min(folds, int(person.max()) + 1)
    chances = {name: np.empty(len(showings)) for name in (FITTED, *BASELINES)}
    for fold in np.unique(part):
        held = part == fold
        for name, foretell in _predictors(showings.at(~held), by).items():
            chances[name][held] = foretell(showings.at(held))
    return Validation(showings, chances)


def _predictors(trained: Showings, by: str) -> dict[str, Predictor]:
    baselines = {name: make(trained) for name, make in BASELINES.items()}
    return {FITTED: fit_showings(trained, by).chances, **baselines}
