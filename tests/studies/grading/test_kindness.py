"""What the second version of the rule forgives, and what it does not."""

import pytest

from studies.grading.rule import (
    Accepted,
    ArticleRule,
    Expected,
    GradingRule,
    Level,
    grade,
)
from tests.studies.grading.examples import APPLE, HOSPITAL, VIOLIN, verdict

DOG = Expected(
    (Accepted("Hund", "der"), Accepted("Köter", "der")),
    plural="Hunde",
    other_plurals=("Kläffer",),
    look_alikes=("Kunde", "Küter"),
)
FIRST = GradingRule(version=1)


@pytest.mark.parametrize(
    ("text", "article"),
    [
        ("Hund, der", "der"),
        ("Hund der", "der"),
        ("Hund (der)", "der"),
        ("(der) Hund", "der"),
        ("der, Hund", "der"),
        ("der Hund+", "der"),
    ],
)
def test_an_article_is_found_wherever_it_stands(text, article):
    found = verdict(text, DOG)

    assert (found.rule, found.article) == ("exact", article)
    assert grade(text, DOG, rule=FIRST, rivals=()).rule == "wrong"


@pytest.mark.parametrize("text", ["Hund+", "Hund<", "+Hund", "Hund 🐕", "Hund++#"])
def test_keys_beside_enter_are_no_part_of_an_answer(text):
    assert verdict(text, DOG).rule == "exact"


def test_a_sign_that_belongs_to_an_answer_is_needed():
    language = Expected((Accepted("C++"),))

    assert verdict("C++", language).rule == "exact"
    assert verdict("C", language).rule == "wrong"


@pytest.mark.parametrize(
    "text",
    [
        *("der Hund, die Hunde", "Hund / Köter", "Hund oder Köter", "Hund (Köter)"),
        *("Hund, der; Köter, der", "der Hund, -e", "Hund - Hunde", "Hund;"),
    ],
)
def test_a_list_of_right_names_is_right_as_its_first(text):
    found = verdict(text, DOG)

    assert (found.rule, found.matched) == ("exact", "Hund")


@pytest.mark.parametrize("text", ["Hund, Katze", "Katze/Hund", "Hund oder Kater"])
def test_a_list_with_a_wrong_name_is_wrong(text):
    assert verdict(text, DOG).rule == "wrong"


def test_a_wrong_article_in_a_list_is_told():
    found = verdict("die Hund, die Hunde", DOG, article=ArticleRule.MUST_NOT_BE_WRONG)

    assert found.rule == "wrong_article"
    assert not verdict("Hund, die", DOG, article=ArticleRule.MUST_NOT_BE_WRONG).correct


def test_a_letter_behind_a_name_is_no_article():
    vitamin = Expected((Accepted("Vitamin"),))

    assert verdict("Vitamin A", vitamin, level=Level.STRICT).rule == "wrong"


def test_the_plural_of_an_alternative_is_right():
    assert verdict("die Kläffer", DOG).rule == "plural"
    assert verdict("Klaeffer", DOG).rule == "plural"
    assert grade("Kläffer", DOG, rule=FIRST, rivals=()).rule == "wrong"


@pytest.mark.parametrize("text", ["Hudne", "Hunnde", "die Hunde+", "Klaffr"])
def test_a_slip_inside_a_plural_is_forgiven(text):
    assert verdict(text, DOG).correct


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("Kunde", "wrong"),
        ("kunde", "wrong"),
        ("der Kunde", "wrong"),
        ("Hkunde", "wrong"),
        ("Köterr", "typo"),
        ("Kueter", "wrong"),
        ("Kuter", "wrong"),
    ],
)
def test_a_typo_is_strictly_nearer_than_every_look_alike(text, rule):
    assert verdict(text, DOG).rule == rule


def test_dots_left_out_make_no_look_alike():
    cake = Expected((Accepted("Kuchen", "der"),), look_alikes=("Küchen",))

    assert verdict("Kuchn", cake).rule == "typo"
    assert verdict("Küchen", cake).rule == "wrong"
    assert verdict("Kuechen", cake).rule == "wrong"


def test_look_alikes_concern_typos_alone():
    saw = Expected((Accepted("Säge", "die"),), look_alikes=("Sage",))

    assert verdict("Sage", saw).rule == "bare"


def test_the_first_version_takes_a_look_alike_for_a_typo():
    church = Expected((Accepted("Kirsche"),), look_alikes=("Kirche",))

    assert grade("Kirche", church, rule=FIRST, rivals=()).rule == "typo"
    assert verdict("Kirche", church).rule == "wrong"


def test_two_versions_agree_on_what_is_plain():
    for expected, text in [(APPLE, "Apfle"), (HOSPITAL, "Klinik"), (VIOLIN, "violin")]:
        first = grade(text, expected, rule=FIRST, rivals=("Ampel",))

        assert verdict(text, expected, ("Ampel",)) == first
