import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from studies.grading.rule import (
    MOST_CHARACTERS,
    Accepted,
    ArticleRule,
    Expected,
    GradingRule,
    Level,
    Verdict,
    grade,
)
from studies.grading.spelling import normalise, spelling_of
from tests.studies.grading.reference import osa_distance

ZERO_WIDTH_SPACE, SOFT_HYPHEN, JOINER = "\u200b", "\xad", "\u200d"
CYRILLIC_A, GREEK_OMICRON = "\u0430", "\u03bf"

APPLE = Expected((Accepted("Apfel", "der"),), plural="Äpfel", prompt="apple")
CHEESE = Expected((Accepted("Käse", "der"),), plural="Käse", prompt="cheese")
STREET = Expected((Accepted("Straße", "die"),), plural="Straßen", prompt="street")
HOUSE = Expected((Accepted("Haus", "das"),), plural="Häuser", prompt="house")
SPOON = Expected((Accepted("Löffel", "der"),), plural="Löffel", prompt="spoon")
VIOLIN = Expected(
    (Accepted("Geige", "die"), Accepted("Violine", "die")), prompt="violin"
)
HOSPITAL = Expected(
    (Accepted("Krankenhaus", "das"), Accepted("Klinik", "die")), prompt="hospital"
)
SEADRAGON = Expected(
    (Accepted("leafy seadragon"), Accepted("leafy sea dragon")),
    too_general=("fish", "seahorse"),
)
LEVELS = list(Level)
ARTICLE_RULES = list(ArticleRule)


def verdict(
    text, expected, rivals=(), level=Level.NORMAL, article=ArticleRule.IGNORE
) -> Verdict:
    rule = GradingRule(level=level, article=article)
    return grade(text, expected, rule=rule, rivals=rivals)


def decompose(text):
    return unicodedata.normalize("NFD", text)


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


anything = st.text(st.characters(), max_size=40)
words = st.text(st.sampled_from("aeosuäöüß "), min_size=1, max_size=12)
short_words = st.text(st.sampled_from("abcä"), max_size=7)
rules = st.builds(
    GradingRule,
    level=st.sampled_from(LEVELS),
    article=st.sampled_from(ARTICLE_RULES),
)
keys = st.builds(
    Expected,
    answers=st.lists(
        st.builds(Accepted, anything | words, st.sampled_from(["", "der", "die"])),
        max_size=3,
    ).map(tuple),
    plural=anything | words,
    prompt=anything | words,
    too_general=st.lists(anything | words, max_size=2).map(tuple),
)


@given(anything)
@example("\xb4a\xb4")
@example("\u0345\u0301a")
@example("\u0149 \u1e9b\u0323 \u0130")
def test_normalising_twice_changes_nothing(text):
    assert normalise(normalise(text)) == normalise(text)


@given(keys, st.lists(anything | words, max_size=3), rules)
def test_the_exact_answer_is_correct(expected, rivals, rule):
    for accepted in expected.answers:
        text = f"{accepted.article} {accepted.text}"
        if normalise(accepted.text):
            found = grade(text, expected, rule=rule, rivals=rivals)
            assert found.correct
            assert found.rule == "exact"


@given(anything | words, keys, st.lists(anything | words, max_size=3), rules)
def test_grading_never_raises(text, expected, rivals, rule):
    found = grade(text, expected, rule=rule, rivals=rivals)

    right = found.rule in {"exact", "folded", "bare", "plural", "typo"}
    assert found.correct == right
    assert found.rule != "typo" or found.distance is not None


@given(words, keys, st.lists(words, max_size=3), st.sampled_from(ARTICLE_RULES))
def test_levels_are_nested_for_any_deck(text, expected, rivals, article):
    strict, normal, lenient = (
        verdict(text, expected, rivals, level, article).correct for level in LEVELS
    )

    assert strict <= normal <= lenient


@given(short_words, short_words)
def test_the_distance_is_that_of_its_definition(text, answer):
    nearest = min(osa_distance(text, way) for way in spelling_of(answer).ways[-1])

    assert spelling_of(answer).distance(text, at_most=9) == nearest
