from collections import Counter
from itertools import permutations

import pytest

from studies.grading.rule import ArticleRule, GradingRule, Level, grade
from studies.grading.spelling import normalise
from tests.decks.german import DECK, RIVALS, ROWS, SETTINGS, split_cell

COLUMNS = [
    *("number", "prompt", "answer", "article", "plural", "alternatives"),
    *("other_plurals", "too_general", "look_alikes"),
    *("level", "theta", "picture", "practice"),
]
# Mass nouns: their plural, where a dictionary has one, means sorts of the thing.
WITHOUT_PLURAL = {"Knoblauch", "Fleisch", "Eis", "Honig"}
CONFUSABLE = [
    *[("Biene", "Birne"), ("Schaf", "Schal"), ("Pinsel", "Insel"), ("Apfel", "Ampel")],
    *[("Kuchen", "Knochen"), ("Blatt", "Bett"), ("Besen", "Bein"), ("Katze", "Kerze")],
    *[("Spiegel", "Stiefel"), ("Eimer", "Leiter")],
]
LEVELS = list(Level)


def verdict(text, answer, level=Level.NORMAL):
    rule = GradingRule(level=level)
    return grade(text, DECK[answer], rule=rule, rivals=RIVALS[answer])


def test_the_deck_has_a_hundred_nouns_and_a_practice_card():
    practice = Counter(row["practice"] for row in ROWS)

    assert list(ROWS[0]) == COLUMNS
    assert practice == {"": 100, "yes": 1}
    assert [int(row["number"]) for row in ROWS] == list(range(1, 102))


@pytest.mark.parametrize("column", ["prompt", "answer", "picture"])
def test_no_two_cards_share_a(column):
    assert len({normalise(row[column]) for row in ROWS}) == len(ROWS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["answer"])
def test_every_row_is_well_formed(row):
    source, _, code_point = row["picture"].partition(":")

    assert None not in row
    assert all(value == value.strip() for value in row.values())
    assert row["article"] in {"der", "die", "das"}
    assert bool(row["plural"]) != (row["answer"] in WITHOUT_PLURAL)
    assert row["level"] in {"A1", "A2", "B1"}
    assert tuple(map(float, row["theta"].split(","))) == (6, 2, 0)
    assert source == "twemoji"
    assert int(code_point, 16) > 0x2000


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["answer"])
def test_every_alternative_has_its_own_article(row):
    for alternative in split_cell(row["alternatives"]):
        article, _, text = alternative.partition(" ")

        assert article in {"der", "die", "das"}
        assert text[0].isupper()


def test_nouns_are_capitalised():
    names = [row["answer"] for row in ROWS] + [row["plural"] for row in ROWS]
    names += [name for row in ROWS for name in split_cell(row["too_general"])]
    names += [name for row in ROWS for name in split_cell(row["other_plurals"])]

    assert [name for name in names if name[:1].islower()] == []


def test_the_settings_describe_the_deck():
    rule = SETTINGS["grading"]

    assert SETTINGS["slug"] == "german"
    assert (SETTINGS["prompt_language"], SETTINGS["answer_language"]) == ("en", "de")
    assert SETTINGS["extra_letters"] == "äöüß"
    assert Level(rule["level"]) == Level.NORMAL
    assert ArticleRule(rule["article"]) == ArticleRule.IGNORE
    assert rule["version"] == 2
    assert set(SETTINGS["source"]) == {"name", "licence", "attribution"}


def test_every_answer_and_plural_is_right_for_its_concept():
    for answer, expected in DECK.items():
        texts = [accepted.text for accepted in expected.answers]
        texts += [
            f"{accepted.article} {accepted.text}" for accepted in expected.answers
        ]
        texts += expected.plurals(version=2)

        assert all(verdict(text, answer).correct for text in texts)


def test_no_answer_is_accepted_for_two_concepts():
    accepted_twice = [
        (accepted.text, other)
        for answer, other in permutations(DECK, 2)
        for accepted in DECK[answer].answers
        if verdict(accepted.text, other).correct
    ]

    # A light bulb is called a pear.
    assert accepted_twice == [("Birne", "Glühbirne"), ("Birne", "Birne")]


@pytest.mark.parametrize("level", LEVELS)
def test_the_prompt_is_never_accepted(level):
    for answer, expected in DECK.items():
        words = [expected.prompt, *expected.prompt.replace("(", " ").split()]

        assert not any(verdict(word, answer, level).correct for word in words)
        assert not verdict(f"the {expected.prompt}", answer, level).correct


@pytest.mark.parametrize("level", LEVELS)
def test_names_listed_as_too_general_are_wrong(level):
    for answer, expected in DECK.items():
        verdicts = [verdict(name, answer, level) for name in expected.too_general]

        assert [found.too_general for found in verdicts] == list(expected.too_general)
        assert not any(found.correct for found in verdicts)


@pytest.mark.parametrize(("one", "other"), CONFUSABLE)
def test_confusable_words_are_not_taken_for_each_other(one, other):
    assert not verdict(one, other).correct
    assert not verdict(other, one).correct
