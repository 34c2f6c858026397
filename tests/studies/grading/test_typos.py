"""Typos: how many edits, and what is none however near it is."""

import pytest

from studies.grading.rule import Accepted, Expected, Level
from tests.studies.grading.examples import (
    APPLE,
    CYRILLIC_A,
    GREEK_OMICRON,
    SEADRAGON,
    VIOLIN,
    verdict,
)


@pytest.mark.parametrize(
    ("answer", "text", "distance"),
    [
        ("Haus", "Hause", None),
        ("Apfel", "Apfl", 1),
        ("Apfel", "Apfle", 1),
        ("Apfel", "Appfell", None),
        ("Schlange", "Schlagne", 1),
        ("Schlange", "Schalgne", None),
        ("Schnecken", "Shnekcen", 2),
        ("Schnecken", "Shnekcn", None),
        ("Schlüssel", "Schluesel", 1),
        ("Schlüssel", "Schlusel", 1),
    ],
)
def test_longer_words_allow_more_edits(answer, text, distance):
    found = verdict(text, Expected((Accepted(answer),)))

    assert found.correct == (distance is not None)
    assert found.distance == distance


def test_sharp_s_counts_as_one_letter():
    # Four letters allow no edit, though casefolding makes five of them.
    assert not verdict("groxs", Expected((Accepted("groß"),))).correct


def test_changing_every_letter_is_no_typo():
    dog = Expected((Accepted("犬"),))

    assert not verdict("猫", dog, level=Level.LENIENT).correct


@pytest.mark.parametrize(
    "text",
    ["leafy sea-dragon", "leafy-sea-dragon", "leafyseadragon", "leafy sea dragn"],
)
def test_two_word_answers_forgive_a_hyphen_or_a_missing_space(text):
    assert verdict(text, SEADRAGON).rule == "typo"


def test_a_compound_is_not_its_first_word():
    assert verdict("Apfelbaum", APPLE, level=Level.LENIENT).rule == "wrong"


@pytest.mark.parametrize("text", ["violin", "Violin", "the violin", "die violin"])
def test_the_prompt_is_no_typo(text):
    assert verdict("Violinne", VIOLIN).rule == "typo"
    assert verdict(text, VIOLIN, level=Level.LENIENT).rule == "wrong"


def test_a_word_of_the_prompt_is_no_typo():
    boot = Expected((Accepted("Boote", "die"),), prompt="boots (a pair of boot-shoes)")

    assert verdict("Boot", boot).rule == "wrong"
    assert verdict("boots", boot).rule == "wrong"
    assert verdict("Bote", boot).rule == "typo"


def test_an_answer_that_equals_the_prompt_is_exact():
    hand = Expected((Accepted("Hand", "die"),), prompt="hand")

    assert verdict("Hand", hand).rule == "exact"


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (f"H{CYRILLIC_A}us", "Haus"),
        (f"Kr{CYRILLIC_A}nkenhaus", "Krankenhaus"),
        (f"Zitr{GREEK_OMICRON}ne", "Zitrone"),
        ("moloko", "мoлoкo".replace("o", "\u043e")),
    ],
)
def test_a_letter_of_another_script_is_no_typo(text, answer):
    expected = Expected((Accepted(answer),))

    assert verdict(text, expected, level=Level.LENIENT).rule == "wrong"


def test_a_typo_in_the_script_of_the_answer_counts():
    milk = Expected((Accepted("\u043c\u043e\u043b\u043e\u043a\u043e"),))

    assert verdict("\u043c\u043e\u043b\u043a\u043e", milk).rule == "typo"


@pytest.mark.parametrize(
    ("text", "rivals", "correct"),
    [
        ("Amfel", (), True),
        ("Amfel", ("Ampel",), False),
        ("Ampel", ("Ampel",), False),
        ("Apfell", ("Ampel",), True),
        ("Apfell", ("Ampel", "die Äpfell"), True),
        ("Apfell", ("Ampel", "Äpfell"), False),
    ],
)
def test_a_typo_is_strictly_nearer_than_every_rival(text, rivals, correct):
    assert verdict(text, APPLE, rivals).correct == correct


def test_an_exact_answer_may_be_a_rival_too():
    assert verdict("Apfel", APPLE, ["Apfel"]).rule == "exact"


def test_the_answer_of_another_concept_is_neither_bare_nor_plural():
    kitchen = Expected((Accepted("Küche", "die"),), plural="Küchen")

    assert verdict("Kuchen", kitchen).rule == "plural"
    assert verdict("Kuchen", kitchen, ["Kuchen"]).rule == "wrong"
