"""The rule in its order: exact, folded, bare, plural, too general, nothing."""

import pytest

from studies.grading.rule import MOST_CHARACTERS, Accepted, Expected, Level, Verdict
from tests.studies.grading.examples import (
    APPLE,
    CHEESE,
    HOSPITAL,
    HOUSE,
    JOINER,
    LEVELS,
    SEADRAGON,
    SOFT_HYPHEN,
    SPOON,
    STREET,
    ZERO_WIDTH_SPACE,
    decompose,
    verdict,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Apfel", APPLE),
        ("apfel", APPLE),
        ("APFEL", APPLE),
        ("  Apfel\t\n", APPLE),
        ("\xa0Apfel\u202f", APPLE),
        ("Apfel.", APPLE),
        ("„Apfel“", APPLE),
        ("\u2018Apfel\u2019!", APPLE),
        ("Apfel\xb4", APPLE),
        (f"Ap{ZERO_WIDTH_SPACE}fel{JOINER}", APPLE),
        (f"Ap{SOFT_HYPHEN}fel", APPLE),
        ("\ufeffApfel\x00", APPLE),
        ("\uff21\uff50\uff46\uff45\uff4c", APPLE),
        ("Käse", CHEESE),
        (decompose("Käse"), CHEESE),
        ("Straße", STREET),
        ("STRASSE", STREET),
        ("Strasse", STREET),
        ("STRAẞE", STREET),
        ("leafy   sea\xa0dragon", SEADRAGON),
    ],
)
def test_texts_that_look_the_same_are_exact(text, expected):
    assert verdict(text, expected, level=Level.STRICT).rule == "exact"


def test_ligatures_are_letters():
    finch = Expected((Accepted("Fink", "der"),))

    assert verdict("\ufb01nk", finch).rule == "exact"


def test_apostrophes_and_dashes_of_a_phone_are_those_of_a_keyboard():
    sign = Expected((Accepted("Hab-acht-Stellung's"),))

    assert verdict("Hab\u2013acht\u2011Stellung\u2019s", sign).rule == "exact"


def test_a_sign_alone_can_be_an_answer():
    question_mark = Expected((Accepted("?"),))

    assert verdict("?", question_mark).rule == "exact"
    assert verdict("?", APPLE).rule == "wrong"


@pytest.mark.parametrize(
    ("text", "expected", "rule"),
    [
        ("Kaese", CHEESE, "folded"),
        ("KAESE", CHEESE, "folded"),
        ("Kase", CHEESE, "bare"),
        ("Loeffel", SPOON, "folded"),
        ("Loffel", SPOON, "bare"),
        ("Äpfel", APPLE, "plural"),
        ("Aepfel", APPLE, "plural"),
        ("Häuser", HOUSE, "plural"),
        ("Hauser", HOUSE, "plural"),
        ("Käse", CHEESE, "exact"),
        ("Apfle", APPLE, "typo"),
        ("Klinik", HOSPITAL, "exact"),
        ("Kliink", HOSPITAL, "typo"),
    ],
)
def test_the_first_rule_that_fits_is_stored(text, expected, rule):
    found = verdict(text, expected)

    assert found.correct
    assert found.rule == rule


def test_each_umlaut_may_be_written_in_its_own_way():
    ladle = Expected((Accepted("Rührlöffel", "der"),))

    assert verdict("Rührloeffel", ladle).rule == "folded"
    assert verdict("Ruhrloeffel", ladle).rule == "bare"


def test_an_umlaut_too_many_is_a_mistake():
    poetry = Expected((Accepted("Poesie", "die"),))

    assert verdict("Häus", HOUSE).rule == "wrong"
    assert verdict("Pösie", poetry).rule == "wrong"


def test_many_umlauts_stay_cheap():
    many = Expected((Accepted("ü" * 60),))

    assert verdict("ue" * 60, many).rule == "folded"
    assert verdict("u" * 60, many).rule == "bare"


@pytest.mark.parametrize(
    ("text", "at_strict", "at_normal", "at_lenient"),
    [
        ("Kaese", True, True, True),
        ("Kase", False, True, True),
        ("Käsee", False, False, True),
        ("Käseee", False, False, False),
    ],
)
def test_strict_stops_after_folded_and_lenient_has_one_more_edit(
    text, at_strict, at_normal, at_lenient
):
    found = [verdict(text, CHEESE, level=level).correct for level in LEVELS]

    assert found == [at_strict, at_normal, at_lenient]


def test_the_plural_is_no_part_of_the_strict_rule():
    assert not verdict("Äpfel", APPLE, level=Level.STRICT).correct


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("text", ["seahorse", "a Seahorse", "SEAHORSE."])
def test_a_name_that_is_too_general_is_wrong_with_that_name(text, level):
    found = verdict(text, SEADRAGON, level=level)

    assert not found.correct
    assert (found.rule, found.too_general) == ("too_general", "seahorse")


def test_too_general_comes_before_typo_but_not_before_exact():
    terrier = Expected((Accepted("terrier"),), too_general=("terriers", "terrier"))

    assert verdict("terriers", terrier).rule == "too_general"
    assert verdict("terrier", terrier).rule == "exact"
    assert verdict("terrierss", terrier, level=Level.LENIENT).rule == "wrong"


@pytest.mark.parametrize("text", ["", "   ", "\u200b", "\x00", "\n\t", "\u3164"])
def test_nothing_typed_is_empty(text):
    assert verdict(text, APPLE) == Verdict(False, "empty")


@pytest.mark.parametrize(
    "text",
    [
        "\ud800",
        "Apfel\udfff",
        "\x00\x01",
        "a" * 10**5,
        "Apfel" * 10**5,
        "\u0301\u0316" * 10**5,
        "\ufdfa" * MOST_CHARACTERS,
        "." * 10**5,
    ],
)
def test_hostile_texts_are_wrong(text):
    found = verdict(text, APPLE, ("Ampel", "Käse"), level=Level.LENIENT)

    assert not found.correct or found.rule == "typo"


def test_spaces_do_not_make_a_text_too_long():
    assert verdict(" " * 10**5 + "der" + " " * 10**5 + "Apfel", APPLE).correct
