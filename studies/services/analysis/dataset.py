"""A study's people as arrays: everything that results are computed from."""

from dataclasses import dataclass, replace

import numpy as np

from studies.models import Study
from studies.models.study import Purpose
from studies.services.analysis.cards import Cards, read_cards
from studies.services.analysis.people import Person, read_people, read_unallocated
from studies.services.analysis.places import Places, read_places
from studies.services.analysis.protocol import find_followers
from studies.statistics.arrays import BoolArray, FloatArray, IntArray
from studies.statistics.populations import People, Population, values_in


@dataclass(frozen=True)
class Dataset:
    """Those allocated, in the order in which they came: one entry or row for each.

    ``places`` describes every place of the study, empty ones too; ``of_places`` says
    which of them a person holds or gave back.
    """

    arms: tuple[str, ...]
    places: Places
    of_places: IntArray
    persons: tuple[Person, ...]
    cards: Cards
    people: People
    n_unallocated: dict[str, int]
    """Those who consented and never came to a place, by what became of them."""

    @property
    def n_people(self) -> int:
        return len(self.persons)

    @property
    def of_arms(self) -> IntArray:
        """Of each person, the index of their arm."""
        own: IntArray = self.places.arms[self.of_places]
        return own

    @property
    def prequiz(self) -> FloatArray:
        """Of each person, the share right before; nan if nothing was answered."""
        before = self.cards.before
        asked = np.isfinite(before).sum(axis=1)
        right = (before == 1).sum(axis=1)
        return np.where(asked > 0, right / np.maximum(asked, 1), np.nan)

    @property
    def had_nothing_to_learn(self) -> BoolArray:
        """Whether everything was right before, so that a share has no whole."""
        knew_all: BoolArray = self.prequiz == 1
        return knew_all

    @property
    def n_inside(self) -> int:
        """How many were given a place, neither left nor finished, and still may."""
        return int(self.people.is_inside.sum())

    @property
    def is_main(self) -> BoolArray:
        """Whether somebody is in the main population, as ``Population`` has it."""
        nothing = np.zeros(self.n_people)
        return np.isfinite(values_in(Population.ALLOCATED, nothing, self.people))

    def graded(self, before: FloatArray, after: FloatArray) -> "Dataset":
        """The same people with other verdicts."""
        return replace(self, cards=replace(self.cards, before=before, after=after))


def read_dataset(study: Study, *, purpose: Purpose) -> Dataset:
    """The people of ``purpose``, in as many queries whether they are few or many."""
    arms = list(study.arms.order_by("position"))
    persons = read_people(study, purpose=purpose)
    # After the people: while a study runs, places are added and none goes.
    places = read_places(study, arms, purpose=purpose)
    cards = read_cards(study, [person.key for person in persons], purpose=purpose)
    return Dataset(
        arms=tuple(arm.name for arm in arms),
        places=places,
        of_places=places.indices([person.place for person in persons]),
        persons=tuple(persons),
        cards=cards,
        people=_flags(persons, cards, find_followers(study, purpose=purpose)),
        n_unallocated=read_unallocated(study, purpose=purpose),
    )


def _flags(persons: list[Person], cards: Cards, followers: set[int]) -> People:
    return People(
        has_postquiz=cards.has_postquiz,
        followed_protocol=_booleans([person.key in followers for person in persons]),
        is_over_full=_booleans([person.is_over_full for person in persons]),
        is_excluded=_booleans([person.is_excluded for person in persons]),
        is_excluded_late=_booleans([person.is_excluded_late for person in persons]),
        is_inside=_booleans([person.is_inside for person in persons])
        & ~cards.has_postquiz,
    )


def _booleans(values: list[bool]) -> BoolArray:
    return np.array(values, dtype=bool)
