"""Theta from answers: how fast people learn and forget, and how sure that is."""

from dataclasses import dataclass

import numpy as np

from teaching.fitting.crowd import STRENGTHS, log_prior, normalised
from teaching.fitting.estimates import Estimate, student
from teaching.fitting.likelihood import lapses
from teaching.fitting.mixture import Guess, Uncertainty, search, uncertainty
from teaching.fitting.newton import Prior
from teaching.fitting.responses import Responses, Showings
from teaching.history import IntArray
from teaching.memory.base import FloatArray

BY = ("deck", "level", "concept")
PARAMETERS = ("a", "b", "c")

FEWEST_SHOWINGS = 100
FEWEST_OF_EACH = 5
FEWEST_PEOPLE = 10
LEAST_TOLD = 0.5
"""The share of the prior's variance that answers must have taken away."""

_MEANINGS = {
    "a": "what a recall adds to the half-life",
    "b": "what a failure adds to the half-life",
    "c": "the half-life to begin with",
}


class TooFewDataError(ValueError):
    """Answers that do not say what was asked; the text says what is missing."""


@dataclass(frozen=True, eq=False)
class Fit:
    """A theta for each group: estimates and 95 % intervals, ``(G, 3)`` each.

    Theta is that of somebody in the middle; ``spread`` is how much people differ, the
    spread of the logarithm of their factor of theta. ``told`` is how much of the
    prior's uncertainty the answers of a group took away, from 0 (nothing) to 1 (all);
    ``n_showings`` and ``n_people`` are ``(G,)``.
    """

    by: str
    groups: tuple[str, ...]
    theta: FloatArray
    low: FloatArray
    high: FloatArray
    spread: Estimate
    told: FloatArray
    n_showings: IntArray
    n_people: IntArray
    prior: Prior

    def chances(self, showings: Showings) -> FloatArray:
        """The chance of each recall, ``(n_showings,)``, given earlier ones of a person.

        A group that was not fitted gets the middle of the others.
        """
        known = dict(zip(self.groups, self.theta, strict=True))
        labels = showings.groups(self.by)
        rows = np.array([known.get(name, self.prior.mean) for name in labels.names])
        return foretell(rows[labels.numbers], showings, self.spread.mean)

    def leans(self) -> list[bool]:
        """Of each group, whether its theta is rather the others' than its own."""
        return [bool((told < LEAST_TOLD).any()) for told in self.told]


def foretell(theta: FloatArray, showings: Showings, spread: float) -> FloatArray:
    """How probable each recall was, after what the same person answered before.

    ``theta`` has a row for each of the showings; strengths are learnt on the way.
    """
    logs = (showings.counts * theta).sum(axis=1)
    u = lapses(logs, showings.delays, STRENGTHS)
    recalled = showings.recalled[:, None]
    told = np.where(recalled, -u, np.log(-np.expm1(-u)))
    order = np.lexsort((showings.steps, showings.people.numbers))
    beliefs = np.empty_like(told)
    beliefs[order] = normalised(
        log_prior(spread) + _sums_before(told[order], showings.people.numbers[order])
    )
    chances: FloatArray = (beliefs * np.exp(-u)).sum(axis=1)
    return chances


def _sums_before(values: FloatArray, people: IntArray) -> FloatArray:
    """Of each row the sum of the earlier rows of the same person."""
    sums = np.cumsum(values, axis=0) - values
    first = np.searchsorted(people, people)
    before: FloatArray = sums - sums[first]
    return before


def fit_theta(responses: Responses, *, by: str = "deck") -> Fit:
    """The most likely theta of a deck, or of its levels or concepts.

    People may differ by a factor of theta, which is log-normal. The prior of a deck is
    weak and normal around (6, 2, 0), with spreads of 5, 3 and 3. Levels and concepts
    lean towards their common middle, the more the less is known of them. Refused
    (``TooFewDataError``) where the answers do not tell theta.

    >>> from teaching import HARD, simulate
    >>> from teaching.fitting import Responses, fit_theta
    >>> played = simulate(["RD"], truth=[HARD] * 15, horizon=60, trials=200)["RD"]
    >>> fitted = fit_theta(Responses.of_sessions(played.concepts, played.recalls))
    >>> fitted.theta[0].round(1).tolist()
    [3.0, 1.6, -0.2]
    """
    check_by(by)
    return fit_showings(checked(responses.showings()), by)


def fit_showings(showings: Showings, by: str, start: Guess | None = None) -> Fit:
    """The same from what tells something, without a look at how much that is."""
    groups = showings.groups(by)
    guess, crowd, cases = search(showings, groups, start)
    sure = uncertainty(guess, crowd, cases)
    half = np.array([student(n) for n in sure.n_people])[:, None] * _errors(sure)
    return Fit(
        by,
        groups.names,
        guess.theta,
        guess.theta - half,
        guess.theta + half,
        Estimate(guess.spread, *sure.spread),
        1 - np.diagonal(sure.observed, axis1=1, axis2=2) / guess.prior.spread**2,
        np.bincount(groups.numbers, minlength=len(groups.names)),
        sure.n_people,
        guess.prior,
    )


def _errors(sure: Uncertainty) -> FloatArray:
    """Standard errors, the larger of two: memory is not always as the model says."""
    both = np.stack([sure.observed, sure.robust])
    largest: FloatArray = np.diagonal(both, axis1=2, axis2=3).max(axis=0)
    return np.sqrt(largest)


def check_by(by: str) -> None:
    """Refuse groups that there are not."""
    if by not in BY:
        raise ValueError(f"theta is fitted by {', '.join(BY)}, not by {by!r}")


def checked(showings: Showings) -> Showings:
    """``showings``, refused if a theta cannot be told from them."""
    n_recalled = int(showings.recalled.sum())
    n_people = len(np.unique(showings.people.numbers))
    found = (
        f"{len(showings)} answers of {n_people} people tell something (those about "
        f"cards shown before), {n_recalled} of them right"
    )
    if len(showings) < FEWEST_SHOWINGS or n_people < FEWEST_PEOPLE:
        raise TooFewDataError(
            f"too few data: {found}; at least {FEWEST_SHOWINGS} answers of "
            f"{FEWEST_PEOPLE} people are needed"
        )
    if min(n_recalled, len(showings) - n_recalled) < FEWEST_OF_EACH:
        raise TooFewDataError(
            f"too few data: {found}; at least {FEWEST_OF_EACH} right and "
            f"{FEWEST_OF_EACH} wrong ones are needed"
        )
    _check_each_parameter(showings, found)
    return showings


def _check_each_parameter(showings: Showings, found: str) -> None:
    told = fit_showings(showings, "deck").told[0]
    weak = [PARAMETERS[place] for place in np.flatnonzero(told < LEAST_TOLD)]
    if weak:
        what = " and ".join(f"{name} ({_MEANINGS[name]})" for name in weak)
        raise TooFewDataError(
            f"too few data: {found}, but they do not tell {what}: showings must differ "
            f"more in how often a card was recalled and missed before"
        )
