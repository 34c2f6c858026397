"""Whom an analysis is about, as nan for everybody else."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from studies.statistics.arrays import BoolArray, FloatArray


class Population(StrEnum):
    """Who is analysed. The first is the main one, the others stand beside it."""

    ALLOCATED = "allocated"
    """Everybody allocated who has a postquiz, but for exclusions decided blindly."""
    WITH_EXCLUDED = "with_excluded"
    """The same with those who were excluded."""
    PER_PROTOCOL = "per_protocol"
    """The main population, as far as they did what they were asked."""
    WITHOUT_OVER_FULL = "without_over_full"
    """The main population without those who came when all places were taken."""
    LEAVERS_AS_ZERO = "leavers_as_zero"
    """Those who left count as having gained nothing: a different question. Whoever is
    still inside has not left."""
    LATE_EXCLUSIONS = "late_exclusions"
    """The main population without those excluded after outcomes could be seen."""


SENSITIVITY = tuple(Population)[1:]
"""The populations of the sensitivity table; late exclusions enter nowhere else."""

NOTES = {
    Population.WITHOUT_OVER_FULL: (
        "They came, or came back, when all places were taken. The main analysis has "
        "them like everybody."
    ),
    Population.LEAVERS_AS_ZERO: (
        "A different question: where one arm loses more people, it finds a difference "
        "in 13 to 18 of 100 studies with 80 per arm that have none."
    ),
    Population.LATE_EXCLUSIONS: (
        "Decided after outcomes could be seen: it shows how much hangs on it, and is "
        "no evidence."
    ),
}
"""What is said beside a population's numbers."""


@dataclass(frozen=True)
class People:
    """What decides whether somebody is analysed, one entry per person allocated."""

    has_postquiz: BoolArray
    followed_protocol: BoolArray
    is_over_full: BoolArray
    is_excluded: BoolArray
    """By a decision made before outcomes could be seen."""
    is_excluded_late: BoolArray
    """By a decision made after unlocking, or with the outcome in sight."""
    is_inside: BoolArray
    """Without a postquiz, and may yet have one."""


def values_in(population: Population, values: FloatArray, people: People) -> FloatArray:
    """``values`` of those in ``population``, nan for the others."""
    if population is Population.LEAVERS_AS_ZERO:
        values = np.where(people.has_postquiz, values, 0.0)
    return np.where(_is_in(population, people), values, np.nan)


def _is_in(population: Population, people: People) -> BoolArray:
    main = people.has_postquiz & ~people.is_excluded
    return {
        Population.ALLOCATED: main,
        Population.WITH_EXCLUDED: people.has_postquiz,
        Population.PER_PROTOCOL: main & people.followed_protocol,
        Population.WITHOUT_OVER_FULL: main & ~people.is_over_full,
        Population.LEAVERS_AS_ZERO: ~people.is_excluded & ~people.is_inside,
        Population.LATE_EXCLUSIONS: main & ~people.is_excluded_late,
    }[population]
