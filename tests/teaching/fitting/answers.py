"""Answers of simulated people, for the tests of the fit."""

import numpy as np

from teaching import simulate
from teaching.fitting import Responses
from teaching.people import People


def answers(theta, *, n_people=20, n_concepts=15, horizon=40, seed=0, teacher="GR"):
    """What people answer whose memory is ``theta``: one for all, or a row each."""
    rows = np.broadcast_to(np.array(theta, dtype=float), (n_concepts, 3))
    played = simulate(
        [teacher],
        truth=rows,
        horizon=horizon,
        trials=n_people,
        seed=seed,
        no_repeat=True,
    )[teacher]
    return Responses.of_sessions(played.concepts, played.recalls)


def answers_of_different_people(theta, *, spread, n_people, seed=0):
    """The same, where people differ by a log-normal factor of theta."""
    abilities = np.exp(spread * np.random.default_rng(seed).standard_normal(n_people))
    played = simulate(
        ["GR"],
        truth=[theta] * 15,
        horizon=40,
        trials=n_people,
        seed=seed,
        no_repeat=True,
        people=People(np.repeat(abilities[:, None], 15, axis=1)),
    )["GR"]
    return Responses.of_sessions(played.concepts, played.recalls)


def chosen(responses, rows):
    """Some of the answers."""
    return Responses(
        responses.people.at(rows),
        responses.concepts.at(rows),
        responses.levels.at(rows),
        responses.steps[rows],
        responses.recalls[rows],
        responses.known[rows],
    )
