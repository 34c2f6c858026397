"""What a reader lets through fits into the database."""

import pytest

from studies.models import Concept, Deck, DeckVersion
from studies.services.decks.limits import (
    LONGEST_CELL,
    LONGEST_DESCRIPTION,
    LONGEST_NAME,
)
from studies.services.decks.manifest import complete_description
from studies.services.decks.tables import read_table
from tests.studies.uploads import messages

OF_CONCEPTS = ["prompt", "answer", "article", "plural", "level", "source", "licence"]
OF_VERSIONS = ["prompt_language", "answer_language", "extra_letters", "licence"]


def test_texts_may_be_as_long_as_their_columns():
    for name in OF_CONCEPTS:
        assert LONGEST_CELL[name] == Concept._meta.get_field(name).max_length
    for name in OF_VERSIONS:
        assert LONGEST_DESCRIPTION[name] == DeckVersion._meta.get_field(name).max_length
    assert LONGEST_DESCRIPTION["slug"] == Deck._meta.get_field("slug").max_length
    assert Concept._meta.get_field("answer").max_length == LONGEST_NAME


@pytest.mark.parametrize("name", OF_CONCEPTS)
def test_a_longer_cell_is_a_fault(name):
    row = {"prompt": "a", "answer": "b", name: "x" * LONGEST_CELL[name]}

    def faults():
        table = ",".join(row) + "\n" + ",".join(row.values()) + "\n"
        return messages(read_table(table).errors)

    assert faults() == []
    row[name] += "x"
    assert faults() == [
        f"row 2: “{name}” is longer than {LONGEST_CELL[name]} characters"
    ]


@pytest.mark.parametrize("name", LONGEST_DESCRIPTION)
def test_a_longer_description_is_a_fault(name):
    def faults(text):
        return complete_description(told={name: text}, written={}, name="pets.csv")[1]

    longest = LONGEST_DESCRIPTION[name]
    assert faults("x" * longest) == []
    assert f"at most {longest} characters" in faults("x" * (longest + 1))[0]
