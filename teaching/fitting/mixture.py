"""Thetas of groups and the spread of people together, by expectation-maximisation.

In turn: how probable each strength of each person is, given theta; the best theta,
given those; how much people and groups differ, given both. Groups are normal around a
middle of their own (empirical Bayes), so that each leans towards the others as far as
its own answers leave it open.
"""

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from teaching.fitting.crowd import STRENGTHS, Crowd, best_spread, likely_spreads
from teaching.fitting.likelihood import Cases, Evidence, evidence, slopes, summed
from teaching.fitting.newton import WEAK, Prior, maximise
from teaching.fitting.responses import Labels, Showings
from teaching.history import IntArray
from teaching.memory.base import FloatArray

_ROUNDS = 500
_CLOSE = 5e-4
_FIRST_SPREAD = 0.5
_EXPECTED_SPREADS = np.array([1.0, 0.5, 0.5])
_EXPECTED_WEIGHT = 2.0
"""As if two more groups had been seen to differ as expected."""


class Guess(NamedTuple):
    """Where the search is: thetas ``(G, 3)``, their prior, and people's spread."""

    theta: FloatArray
    prior: Prior
    spread: float


class Uncertainty(NamedTuple):
    """Of the thetas, ``(G, 3, 3)``, and from where to where the spread may be.

    ``observed`` inverts the observed information, ``robust`` is the sandwich that holds
    even where the model does not.
    """

    observed: FloatArray
    robust: FloatArray
    spread: tuple[float, float]
    n_people: IntArray


def search(
    showings: Showings, groups: Labels, start: Guess | None = None
) -> tuple[Guess, Crowd, Cases]:
    """The thetas of the groups and the spread of people that fit best."""
    cases = Cases.of(showings, groups)
    crowd = Crowd(showings, cases)
    guess = start or _first(cases)
    for _ in range(_ROUNDS):
        better = _improved(guess, crowd, cases)
        moved = _distance(guess, better)
        guess = better
        if moved < _CLOSE:
            break
    return guess, crowd, cases


def _first(cases: Cases) -> Guess:
    """As if all people and all groups were alike."""
    alone = np.ones(1)
    times = np.bincount(cases.numbers, minlength=len(cases))[:, None].astype(np.float64)
    as_one = replace(cases, n_groups=1, groups=np.zeros_like(cases.groups))

    def ask(theta: FloatArray) -> Evidence:
        return evidence(theta, as_one, times, alone)

    theta = maximise(ask, WEAK, WEAK.mean[None])
    prior = Prior(theta[0], _EXPECTED_SPREADS) if cases.n_groups > 1 else WEAK
    return Guess(np.repeat(theta, cases.n_groups, axis=0), prior, _FIRST_SPREAD)


def _improved(guess: Guess, crowd: Crowd, cases: Cases) -> Guess:
    told = slopes(guess.theta, cases, STRENGTHS)
    spread = best_spread(crowd.log_likelihoods(told))
    times = crowd.times(crowd.beliefs(told, spread))

    def ask(theta: FloatArray) -> Evidence:
        return evidence(theta, cases, times, STRENGTHS)

    theta = maximise(ask, guess.prior, guess.theta, close=_CLOSE)
    prior = guess.prior
    if cases.n_groups > 1:
        prior = _renewed(theta, prior.curvature(ask(theta)), prior)
    return Guess(theta, prior, spread)


def _renewed(theta: FloatArray, curvature: FloatArray, prior: Prior) -> Prior:
    n_groups = len(theta)
    precision = n_groups * prior.precision
    total = precision * theta.mean(axis=0) + WEAK.precision * WEAK.mean
    mean = total / (precision + WEAK.precision)
    own = np.diagonal(curvature, axis1=1, axis2=2)
    squares = ((theta - mean) ** 2 + own).sum(axis=0)
    variance = squares + _EXPECTED_WEIGHT * _EXPECTED_SPREADS**2
    return Prior(mean, np.sqrt(variance / (n_groups + _EXPECTED_WEIGHT)))


def _distance(guess: Guess, other: Guess) -> float:
    apart = [
        np.abs(guess.theta - other.theta).max(),
        np.abs(guess.prior.spread - other.prior.spread).max(),
        abs(guess.spread - other.spread),
    ]
    return float(max(apart))


def uncertainty(guess: Guess, crowd: Crowd, cases: Cases) -> Uncertainty:
    """How sure the thetas are, given that strengths are only believed (Louis, 1982)."""
    told = slopes(guess.theta, cases, STRENGTHS)
    beliefs = crowd.beliefs(told, guess.spread)
    complete = evidence(guess.theta, cases, crowd.times(beliefs), STRENGTHS)
    scores = crowd.scores(told, cases)
    weights = beliefs[crowd.pair_people]
    means = np.einsum("pk,pki->pi", weights, scores)
    seconds = np.einsum("pk,pki,pkj->pij", weights, scores, scores)
    outer = means[:, :, None] * means[:, None, :]
    known = complete.information - _by_group(seconds - outer, crowd, cases)
    observed = guess.prior.curvature(complete._replace(information=known))
    n_people = np.bincount(crowd.pair_groups, minlength=cases.n_groups)
    few = n_people / np.maximum(1, n_people - 1)
    meat = few[:, None, None] * _by_group(outer, crowd, cases)
    robust = observed @ (meat + np.diag(guess.prior.precision)) @ observed
    spread = likely_spreads(crowd.log_likelihoods(told))
    return Uncertainty(observed, robust, spread, n_people)


def _by_group(values: FloatArray, crowd: Crowd, cases: Cases) -> FloatArray:
    flat = summed(values.reshape(-1, 9), crowd.pair_groups, cases.n_groups)
    return flat.reshape(-1, 3, 3)
