"""The learning cards of a study's people, as the fit of their memory takes them."""

import numpy as np

from studies.models import Concept
from studies.services.analysis.dataset import Dataset
from studies.statistics.arrays import IntArray
from teaching.fitting import Responses


def read_learning(data: Dataset) -> Responses:
    """Every learning card of everybody who is not excluded, all arms together.

    What somebody knew before is marked: it was right in the prequiz.
    """
    cards = data.cards
    has_card = (cards.shown >= 0) & ~data.people.is_excluded[:, None]
    rows, columns = np.nonzero(has_card)
    positions = cards.shown[rows, columns]
    names = _names(cards.concepts)
    return Responses.of(
        people=[str(data.persons[row].key) for row in rows],
        concepts=[names[key] for key in cards.concepts[rows, positions].tolist()],
        steps=columns + 1,
        recalls=cards.recalled[rows, columns] == 1,
        levels=[cards.level_names[level] for level in cards.levels[rows, positions]],
        known=cards.before[rows, positions] == 1,
    )


def _names(keys: IntArray) -> dict[int, str]:
    """What each concept is called; two with the same answer stay apart."""
    concepts = Concept.objects.filter(pk__in=np.unique(keys).tolist())
    told = concepts.values_list("pk", "number", "answer")
    return {key: f"{answer} ({number})" for key, number, answer in told}
