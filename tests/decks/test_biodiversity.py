"""The animals: well formed, told apart, and graded as an examiner would."""

import csv
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest

from studies.grading.rivals import rivals_of
from studies.grading.rule import GradingRule, Level, grade
from studies.grading.spelling import normalise
from studies.services.decks.content import expected_of
from studies.services.decks.media.pictures import find_shipped
from studies.services.decks.reading import read_deck

FOLDER = Path(__file__).parents[2] / "decks" / "biodiversity"
FILE = read_deck(FOLDER)
ROWS = FILE.rows
NAMED_IN_THE_PAPER = {
    *("Owl", "Cat", "Horse", "Elephant", "Lion", "Tiger", "Bear"),
    *("Angwantibo", "Olinguito", "Axolotl", "Ptarmigan", "Patrijshond"),
    *("Coelacanth", "Pyrrhuloxia"),
}
THETA = {
    "common": (10, 5, 0),
    "rare": (3, 1.5, 0),
    "practice": (10, 5, 0),
}
# Too general on the left; the right answer for another card in some cases.
SUPERORDINATE = [
    *[("dog", "Patrijshond"), ("goat", "Markhor"), ("crocodile", "Gharial")],
    *[("cat", "Lion"), ("cat", "Tiger"), ("pig", "Babirusa"), ("bird", "Hoopoe")],
    *[("parrot", "Kakapo"), ("antelope", "Saiga"), ("gazelle", "Gerenuk")],
    *[("fish", "Coelacanth"), ("lemur", "Aye-aye"), ("grouse", "Ptarmigan")],
    *[("salamander", "Axolotl"), ("cardinal", "Pyrrhuloxia"), ("potto", "Angwantibo")],
    *[("stork", "Shoebill"), ("anteater", "Numbat"), ("rodent", "Jerboa")],
    *[("olingo", "Olinguito"), ("whale", "Dolphin"), ("primate", "Monkey")],
]
MISTAKEN = [
    *[("alligator", "Crocodile"), ("alligator", "Gharial"), ("dromedary", "Camel")],
    *[("ostrich", "Cassowary"), ("emu", "Cassowary"), ("seahorse", "Leafy seadragon")],
    *[("giraffe", "Okapi"), ("zebra", "Okapi"), ("giraffe", "Gerenuk")],
    *[("owl", "Kakapo"), ("monkey", "Tarsier"), ("bear", "Koala"), ("ibex", "Markhor")],
    *[("kangaroo", "Jerboa"), ("wallaby", "Kangaroo"), ("cat", "Fossa")],
    *[("horse", "Zebra"), ("tarsier", "Aye-aye"), ("gharial", "Crocodile")],
]
ACCEPTED = [
    *[("house cat", "Cat"), ("a brown bear", "Bear"), ("bunny", "Rabbit")],
    *[("grizzly", "Bear"), ("tortoise", "Turtle"), ("mallard", "Duck")],
    *[("Mexican walking fish", "Axolotl"), ("aye aye", "Aye-aye")],
    *[("drentse patrijshond", "Patrijshond"), ("gavial", "Gharial")],
    *[("leafy sea dragon", "Leafy seadragon"), ("stink bird", "Hoatzin")],
    *[("kākāpō", "Kakapo"), ("okapis", "Okapi"), ("angwantbo", "Angwantibo")],
    *[("coelocanth", "Coelacanth"), ("pyrhuloxia", "Pyrrhuloxia")],
    *[("axolotyl", "Axolotl"), ("tarmigan", "Ptarmigan"), ("cassowarry", "Cassowary")],
]


DECK = {row.answer: expected_of(row) for row in ROWS}
RIVALS = {answer: rivals_of(answer, DECK, version=2) for answer in DECK}


def verdict(text, answer, level=Level.NORMAL):
    rule = GradingRule(level=level)
    return grade(text, DECK[answer], rule=rule, rivals=RIVALS[answer])


def test_there_are_25_common_25_rare_and_a_practice_card():
    assert Counter(row.level for row in ROWS) == {
        "common": 25,
        "rare": 25,
        "practice": 1,
    }
    assert [row.answer for row in ROWS if row.is_practice] == ["Flamingo"]
    assert [row.number for row in ROWS] == list(range(1, 52))


def test_all_animals_that_the_paper_names_are_there():
    assert set(DECK) >= NAMED_IN_THE_PAPER


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.answer)
def test_every_row_is_well_formed(row):
    assert row.theta == THETA[row.level]
    assert row.plural
    assert row.answer[0].isupper()
    assert "animal" in row.too_general
    assert row.picture == f"drawing:{'practice' if row.is_practice else row.number:02}"
    assert find_shipped(row.picture) is not None
    assert (row.licence, bool(row.source), bool(row.attribution)) == (
        "CC-BY-4.0",
        True,
        True,
    )


def test_all_cards_ask_the_same_so_that_only_the_picture_tells():
    assert {row.prompt for row in ROWS} == {"Which animal is this?"}


def test_no_two_cards_share_an_answer_or_a_picture():
    assert len({normalise(row.answer) for row in ROWS}) == 51
    assert len({file.digest for file in FILE.pictures.values()}) == 51


def test_the_field_marks_name_the_same_animals():
    with (FOLDER / "field_marks.csv").open(encoding="utf-8", newline="") as table:
        names = [marks["name"] for marks in csv.DictReader(table)]

    assert names == [row.answer for row in ROWS]


@pytest.mark.parametrize("level", list(Level))
def test_every_answer_is_right_for_its_own_card(level):
    for answer, expected in DECK.items():
        texts = [accepted.text for accepted in expected.answers]

        assert all(verdict(text, answer, level).correct for text in texts)


def test_plurals_are_right():
    assert all(verdict(e.plural, answer).correct for answer, e in DECK.items())


# By the mildest level, which accepts all that the others do.
def test_no_answer_is_accepted_for_two_animals():
    accepted_twice = [
        (accepted.text, other)
        for answer, other in permutations(DECK, 2)
        for accepted in DECK[answer].answers
        if verdict(accepted.text, other, Level.LENIENT).correct
    ]

    assert accepted_twice == []


@pytest.mark.parametrize("level", list(Level))
def test_names_listed_as_too_general_are_wrong(level):
    for answer, expected in DECK.items():
        verdicts = [verdict(name, answer, level) for name in expected.too_general]

        assert [found.too_general for found in verdicts] == list(expected.too_general)
        assert not any(found.correct for found in verdicts)


def test_no_name_is_both_accepted_and_too_general():
    for expected in DECK.values():
        accepted = {normalise(answer.text) for answer in expected.answers}

        assert accepted.isdisjoint(map(normalise, expected.too_general))


@pytest.mark.parametrize(("text", "answer"), SUPERORDINATE)
def test_a_superordinate_name_is_too_general(text, answer):
    assert verdict(text, answer).rule == "too_general"


@pytest.mark.parametrize(("text", "answer"), MISTAKEN)
def test_another_animal_is_wrong(text, answer):
    assert not verdict(text, answer).correct


@pytest.mark.parametrize(("text", "answer"), ACCEPTED)
def test_who_knows_the_animal_is_right(text, answer):
    assert verdict(text, answer).correct


@pytest.mark.parametrize(
    ("text", "answer"),
    [("house", "Horse"), ("donkey", "Monkey"), ("money", "Monkey"), ("pears", "Bear")],
)
def test_a_real_word_is_no_typo_of_an_animal(text, answer):
    assert verdict(text, answer).rule == "wrong"
