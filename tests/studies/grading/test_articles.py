"""Articles: split off, stored, and asked for by the deck's rule."""

import pytest

from studies.grading.rule import Accepted, ArticleRule, Expected, Verdict
from tests.studies.grading.examples import APPLE, HOSPITAL, SPOON, verdict


@pytest.mark.parametrize(
    ("text", "article", "noun"),
    [
        ("der Apfel", "der", "Apfel"),
        ("DIE APFEL", "die", "Apfel"),
        ("ein Apfel", "ein", "Apfel"),
        ("den  Apfel", "den", "Apfel"),
        ("der Apfle", "der", "Apfel"),
        ("die Äpfel", "die", "Äpfel"),
        ("Apfel", "", "Apfel"),
    ],
)
def test_what_was_typed_as_article_is_stored(text, article, noun):
    found = verdict(text, APPLE)

    assert found.correct
    assert (found.article, found.matched) == (article, noun)


def test_the_article_of_a_wrong_answer_is_stored_too():
    assert verdict("die Katze", APPLE) == Verdict(False, "wrong", article="die")


@pytest.mark.parametrize("text", ["der die Apfel", "der/die Apfel", "der", "derApfel"])
def test_only_one_article_is_split_off(text):
    assert not verdict(text, APPLE).correct


@pytest.mark.parametrize(
    ("text", "may_not_be_wrong", "required"),
    [
        ("der Apfel", "exact", "exact"),
        ("die Apfel", "wrong_article", "wrong_article"),
        ("den Apfel", "wrong_article", "wrong_article"),
        ("Apfel", "exact", "missing_article"),
        ("ein Apfel", "exact", "missing_article"),
        ("eine Apfel", "wrong_article", "wrong_article"),
        ("die Äpfel", "plural", "plural"),
        ("der Äpfel", "wrong_article", "wrong_article"),
        ("Äpfel", "plural", "missing_article"),
        ("der Apfle", "typo", "typo"),
        ("das Apfle", "wrong_article", "wrong_article"),
        ("der Birne", "wrong", "wrong"),
    ],
)
def test_the_article_rules(text, may_not_be_wrong, required):
    rules = (ArticleRule.MUST_NOT_BE_WRONG, ArticleRule.REQUIRED)

    found = [verdict(text, APPLE, article=rule) for rule in rules]

    assert [one.rule for one in found] == [may_not_be_wrong, required]
    assert [one.correct for one in found] == [
        rule in {"exact", "plural", "typo"} for rule in (may_not_be_wrong, required)
    ]


def test_each_accepted_answer_has_its_own_article():
    required = {"article": ArticleRule.REQUIRED}

    assert verdict("das Krankenhaus", HOSPITAL, **required).correct
    assert verdict("die Klinik", HOSPITAL, **required).correct
    assert verdict("das Klinik", HOSPITAL, **required).rule == "wrong_article"


def test_a_noun_with_two_genders_takes_both():
    yoghurt = Expected((Accepted("Joghurt", "der"), Accepted("Joghurt", "das")))

    found = [
        verdict(f"{article} Joghurt", yoghurt, article=ArticleRule.REQUIRED).correct
        for article in ("der", "die", "das")
    ]

    assert found == [True, False, True]


@pytest.mark.parametrize("text", ["die Löffel", "die Loeffel", "die Loffel"])
def test_a_plural_like_the_singular_takes_its_own_article(text):
    assert verdict(text, SPOON, article=ArticleRule.REQUIRED).rule == "plural"


def test_an_answer_may_begin_like_an_article():
    city = Expected((Accepted("La Paz"),))
    title = Expected((Accepted("Das Boot"),))

    assert verdict("la paz", city) == Verdict(True, "exact", matched="La Paz")
    assert verdict("Das Boot", title, article=ArticleRule.REQUIRED).rule == "exact"
    assert not verdict("Boot", title).correct


def test_articles_of_other_languages_come_with_the_answers():
    dog = Expected((Accepted("perro", "el"),))
    water = Expected((Accepted("eau", "l'"),))
    strictly = {"article": ArticleRule.MUST_NOT_BE_WRONG}

    assert verdict("la perro", dog).article == "la"
    assert verdict("la perro", dog, **strictly).rule == "wrong_article"
    assert verdict("un perro", dog, **strictly).correct
    assert verdict("l\u2019eau", water, **strictly).article == "l'"
    assert verdict("la perro", APPLE).article == ""


def test_without_an_article_in_the_deck_none_is_wrong_or_missing():
    owl = Expected((Accepted("owl"),))

    assert verdict("an owl", owl, article=ArticleRule.REQUIRED).article == "an"
    assert verdict("owl", owl, article=ArticleRule.REQUIRED).correct
