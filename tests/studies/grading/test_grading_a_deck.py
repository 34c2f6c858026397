"""The grading rule over a whole deck: a hundred German nouns."""

import string

from hypothesis import given
from hypothesis import strategies as st

from studies.grading.rule import (
    ArticleRule,
    Expected,
    GradingRule,
    Level,
    grade,
)
from tests.decks.german import DECK, RIVALS
from tests.studies.grading.reference import is_typo

LEVELS = list(Level)
ARTICLE_RULES = list(ArticleRule)


def verdict(text, expected, rivals, level=Level.NORMAL, article=ArticleRule.IGNORE):
    rule = GradingRule(level=level, article=article)
    return grade(text, expected, rule=rule, rivals=rivals)


@st.composite
def near_misses(draw, most_edits=3):
    """A word of the German deck and a text a few edits away from it."""
    answer = draw(st.sampled_from(sorted(DECK)))
    text = draw(st.sampled_from(DECK[answer].answers)).text
    for _ in range(draw(st.integers(0, most_edits))):
        place = draw(st.integers(0, len(text)))
        letter = draw(st.sampled_from(["", *string.ascii_lowercase, *"äöü"]))
        skipped = draw(st.integers(0, 2))
        swapped = text[place : place + 2][::-1]
        middle = draw(st.sampled_from([letter, swapped]))
        text = text[:place] + middle + text[place + skipped :]
    return answer, text


@given(
    near_misses(), st.sampled_from(ARTICLE_RULES), st.sampled_from(["", "der ", "ein "])
)
def test_what_a_stricter_level_accepts_a_milder_one_accepts(miss, article, typed):
    answer, text = miss

    strict, normal, lenient = (
        verdict(typed + text, DECK[answer], RIVALS[answer], level, article).correct
        for level in LEVELS
    )

    assert strict <= normal <= lenient


@given(near_misses(), st.sampled_from([Level.NORMAL, Level.LENIENT]))
def test_typos_are_those_of_the_literal_rule(miss, level):
    answer, text = miss
    plain = Expected(DECK[answer].answers)
    found = verdict(text, plain, RIVALS[answer][:40], level)
    answers = [accepted.text for accepted in plain.answers]

    if found.rule in {"typo", "wrong"} and text.isalpha():
        literal = is_typo(
            text, answers, RIVALS[answer][:40], extra=level == Level.LENIENT
        )
        assert found.correct == literal


# What the mildest level refuses, the others refuse: they are nested, as is seen above.
def test_a_rival_is_never_a_typo_over_the_whole_german_deck():
    taken = [
        (rival, answer)
        for answer, expected in DECK.items()
        for rival in RIVALS[answer]
        if verdict(rival, expected, RIVALS[answer], Level.LENIENT).correct
    ]

    assert taken == []
