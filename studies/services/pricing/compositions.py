"""What kinds of concepts the sessions of a study have, on average."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from studies.models import Study
from studies.models.study import Sampling
from studies.services.decks.content import content_of

Theta = tuple[float, float, float]

MOST_KINDS = 24
"""Of a deck with more, those that are next to each other are counted as one."""


@dataclass(frozen=True)
class Composition:
    """How many concepts of each theta a session has on average.

    A session drawn at random from a deck of several kinds has more of one or the other.
    Prices for the average serve them all: the bound that they give is a sum over the
    concepts, so that its average over all sessions is that of the average session.
    """

    thetas: tuple[Theta, ...]
    n_each: tuple[float, ...]


def average_composition(study: Study, own: list[float] | None) -> Composition:
    """Of the sessions of ``study``, for a teacher that believes ``own`` or the deck."""
    if own is not None:
        return Composition(((own[0], own[1], own[2]),), (float(study.n_concepts),))
    n_each: dict[Theta, float] = {}
    for n_wanted, thetas in _pools(study):
        for theta, count in Counter(thetas).items():
            n_drawn = n_wanted * count / len(thetas)
            n_each[theta] = n_each.get(theta, 0.0) + n_drawn
    kinds = sorted(n_each)
    return _merge(Composition(tuple(kinds), tuple(n_each[kind] for kind in kinds)))


def _pools(study: Study) -> Iterator[tuple[int, list[Theta]]]:
    """How many are drawn, and out of which."""
    taught = content_of(study.deck_version).taught
    if study.sampling != Sampling.STRATIFIED:
        yield study.n_concepts, [concept.theta for concept in taught]
        return
    for level, n_wanted in study.strata.items():
        thetas = [concept.theta for concept in taught if concept.level == level]
        if n_wanted:
            yield n_wanted, thetas


def _merge(whole: Composition) -> Composition:
    """At most so many kinds: neighbours become their average."""
    if len(whole.thetas) <= MOST_KINDS:
        return whole
    groups = np.array_split(np.arange(len(whole.thetas)), MOST_KINDS)
    thetas, numbers = np.array(whole.thetas), np.array(whole.n_each)
    means = [np.average(thetas[own], axis=0, weights=numbers[own]) for own in groups]
    return Composition(
        tuple((a, b, c) for a, b, c in (mean.tolist() for mean in means)),
        tuple(float(numbers[own].sum()) for own in groups),
    )
