"""What is said about a typed answer beside its verdict."""

import pytest

from studies.grading.feedback import article_remark, compare, without_article
from studies.grading.rule import Accepted, Expected

TENT = Expected((Accepted("Zelt", "das"), Accepted("Jurte", "die")), plural="Zelte")
ROOM = Expected((Accepted("Zimmer", "das"),), plural="Zimmer")
RAINBOW = Expected((Accepted("Regenbogen", "der"),))


def written(pieces):
    marks = {"same": "{}", "missing": "+{}", "extra": "-{}", "swapped": "~{}"}
    return " ".join(marks[piece.kind].format(piece.text) for piece in pieces)


@pytest.mark.parametrize(
    ("typed", "expected", "told"),
    [
        ("Rgenbogen", RAINBOW, "R +e genbogen"),
        ("regennbogen", RAINBOW, "Regen -n bogen"),
        ("Regenbagen", RAINBOW, "Regenb -a +o gen"),
        ("Regnebogen", RAINBOW, "Reg ~en bogen"),
        ("Ergenbogen", RAINBOW, "~Re genbogen"),
        ("Regenbogne", RAINBOW, "Regenbog ~en"),
        ("Ies", Expected((Accepted("Eis"),)), "~Ei s"),
        ("Regnbogene", RAINBOW, "Reg +e nbogen -e"),
        ("REGENBOGEN", RAINBOW, ""),
        ("Jrte", TENT, "J +u rte"),
        ("Zelte", TENT, "Zelt -e"),
        ("Wolke", RAINBOW, ""),
        ("", RAINBOW, ""),
        ("İst", Expected((Accepted("Ist"),)), "-İ +I st"),
    ],
)
def test_letters_are_compared_with_the_nearest_answer(typed, expected, told):
    assert written(compare(typed, expected)) == told


def test_letters_are_compared_with_what_the_text_was_taken_for():
    assert written(compare("Zelta", TENT, matched="Zelte")) == "Zelt -a +e"


@pytest.mark.parametrize(
    ("typed", "matched", "expected", "told"),
    [
        ("der", "Zelt", TENT, "das Zelt"),
        ("das", "Zelt", TENT, ""),
        ("ein", "Zelt", TENT, ""),
        ("eine", "Zelt", TENT, "das Zelt"),
        ("", "Zelt", TENT, ""),
        ("das", "Jurte", TENT, "die Jurte"),
        ("das", "Zelte", TENT, "die Zelte"),
        ("die", "Zimmer", ROOM, ""),
        ("der", "Zimmer", ROOM, "das Zimmer"),
        ("the", "Owl", Expected((Accepted("Owl"),)), ""),
    ],
)
def test_a_wrong_article_is_told(typed, matched, expected, told):
    assert article_remark(expected, matched=matched, typed=typed) == told


@pytest.mark.parametrize(
    ("text", "article", "noun"),
    [("Der Hund", "der", "Hund"), ("L’eau", "l", "eau"), ("Hund", "", "Hund")],
)
def test_a_noun_is_compared_without_its_article(text, article, noun):
    assert without_article(text, article) == noun
