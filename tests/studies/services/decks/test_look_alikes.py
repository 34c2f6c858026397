"""Real words among the typos are found, in a list of words, by the rule itself."""

import pytest

from studies.errors import DeckError
from studies.grading.rule import GradingRule, Level
from studies.services.decks.look_alikes import (
    WordList,
    find_look_alikes,
    read_words,
    warn_of_look_alikes,
)
from tests.studies.factories import make_row

WORDS = WordList(["Kirche", "Hirsche", "kirche", "Kirsche", "Ampel", "Kirmes", "Öse"])


def found_for(*rows, level=Level.NORMAL):
    numbered = dict(enumerate(rows, start=2))
    rule = GradingRule(level=level)
    found = find_look_alikes(rows=numbered, rule=rule, words=WORDS)
    return [words for _, words in found]


def test_words_that_would_pass_for_a_typo_are_found():
    assert found_for(make_row(1, "Kirsche")) == [["Hirsche", "Kirche"]]


def test_a_plural_and_an_alternative_are_looked_at_too():
    other = {"text": "Kirch", "article": ""}
    row = make_row(1, "X", plural="Ampeln", alternatives=[other])

    assert found_for(row) == [["Ampel", "Kirche"]]


def test_words_that_are_refused_already_are_not_named():
    cherry = make_row(1, "Kirsche", look_alikes=["Hirsche"])
    church = make_row(2, "Kirche", plural="Kirchen")

    assert found_for(cherry, church) == [[], []]


def test_a_lenient_deck_takes_more_words():
    assert found_for(make_row(1, "Ösen"), level=Level.LENIENT) == [["Öse"]]


def test_importers_are_warned_by_row():
    rows = {2: make_row(1, "Kirsche"), 3: make_row(2, "Zebra")}

    notes = warn_of_look_alikes(rows=rows, rule=GradingRule(), words=WORDS)

    assert [str(note) for note in notes] == [
        "row 2: real words pass for “Kirsche”: Hirsche, Kirche"
    ]


def test_a_list_in_another_encoding_is_refused(tmp_path):
    (tmp_path / "words").write_bytes("Öse".encode("latin-1"))

    with pytest.raises(DeckError, match="words is not in UTF-8"):
        read_words(tmp_path / "words")
