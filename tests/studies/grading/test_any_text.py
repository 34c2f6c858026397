"""What holds for any text, deck and rule."""

from hypothesis import example, given
from hypothesis import strategies as st

from studies.grading.rule import Accepted, Expected, GradingRule, grade
from studies.grading.spelling import normalise, spelling_of
from tests.studies.grading.examples import ARTICLE_RULES, LEVELS, verdict
from tests.studies.grading.reference import osa_distance

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
