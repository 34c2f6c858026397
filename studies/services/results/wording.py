"""Words that several parts of a report use."""

from collections.abc import Sequence

from studies.statistics.outcomes import PRIMARY
from studies.statistics.populations import Population

THINGS = "concepts"
OUTCOME_NAMES = {
    PRIMARY: "Newly known: of the concepts wrong before, the share right after",
    "net_gain": "Net gain: the share right after less the share right before",
    "wrong_to_right": "Gained: wrong before and right after, of all concepts",
    "loss_rate": "Lost: of the concepts right before, the share wrong after",
}
CLAIMS = {
    PRIMARY: "Of the concepts they had not known, people knew",
    "net_gain": "From before to after, the share of concepts known rose by",
    "wrong_to_right": "Of all concepts, people had not known and then knew",
}
SHORT_NAMES = {
    PRIMARY: "Newly known",
    "net_gain": "Net gain",
    "wrong_to_right": "Gained, of all concepts",
    "loss_rate": "Lost again",
}
POPULATION_NAMES = {
    Population.ALLOCATED: "Main: allocated, with a postquiz",
    Population.WITH_EXCLUDED: "With those excluded",
    Population.PER_PROTOCOL: "Per protocol",
    Population.WITHOUT_OVER_FULL: "Without those beyond the planned places",
    Population.LEAVERS_AS_ZERO: "Leavers as gain 0",
    Population.LATE_EXCLUSIONS: "Late exclusions left out too",
}


def list_words(words: Sequence[str], *, last: str = "and") -> str:
    """``GR``, ``GR and LR``, ``GR, LR and RR``."""
    *most, end = words
    return f"{', '.join(most)} {last} {end}" if most else end


def count(number: int, noun: str, nouns: str = "") -> str:
    """``1 person``, ``2 people``."""
    return f"{number:,} {noun if number == 1 else nouns or noun + 's'}"


def people(number: int) -> str:
    return count(number, "person", "people")


def people_are(number: int) -> str:
    """``1 person is``, ``2 people are``."""
    return f"{people(number)} {'is' if number == 1 else 'are'}"
