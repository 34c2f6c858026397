"""Parts rendered once say the same as parts rendered anew."""

import pytest
from django.template.loader import get_template
from django.utils.safestring import mark_safe
from django.utils.translation import override

from studies.templatetags import parts
from studies.templatetags.parts import fill, seconds_words

FRAME = {"page": "card", "phase": "prequiz", "letters": "äöü", "answer_language": "de"}
BLANKS = {
    "address": "/s/token/",
    "field": "answer-1",
    "step": "3",
    "seconds": "12.500",
    "picture": "/pictures/1/",
    "prompt": "house & <garden>",
    "next_picture": "",
    "progress": mark_safe("<p>half</p>"),
}


@pytest.fixture(autouse=True)
def _nothing_remembered():
    parts._split.cache_clear()


@pytest.mark.parametrize("empty", [None, "prompt", "picture", "seconds"])
def test_a_filled_part_is_the_rendered_part(empty):
    blanks = BLANKS | ({empty: ""} if empty else {})
    rendered = get_template("swap.html").render({**FRAME, **blanks})

    assert fill("swap.html", frame=FRAME, blanks=blanks) == rendered


def test_what_is_filled_in_is_escaped_unless_it_is_safe():
    filled = fill("swap.html", frame=FRAME, blanks=BLANKS)

    assert "house &amp; &lt;garden&gt;" in filled
    assert "<p>half</p>" in filled


def test_one_rendering_serves_many_people():
    for step in range(5):
        fill("swap.html", frame=FRAME, blanks=BLANKS | {"step": str(step)})

    assert parts._split.cache_info().currsize == 1


def test_each_language_has_a_rendering_of_its_own():
    texts = set()
    for language in ("en", "de"):
        with override(language):
            texts.add(fill("swap.html", frame=FRAME, blanks=BLANKS))

    assert len(texts) == 2


def test_edges_in_a_text_are_no_blanks():
    blanks = BLANKS | {"prompt": "\0address\0"}

    assert "\0address\0" in fill("swap.html", frame=FRAME, blanks=blanks)


@pytest.mark.parametrize(
    ("seconds", "english", "german"),
    [
        (1, "1 second", "1 Sekunde"),
        (1.5, "1.5 seconds", "1,5 Sekunden"),
        (20.0, "20 seconds", "20 Sekunden"),
    ],
)
def test_one_second_is_not_seconds(seconds, english, german):
    for language, words in (("en", english), ("de", german)):
        with override(language):
            assert seconds_words(seconds) == words
            rule = get_template("parts/review_rule.html")
            shown = rule.render({"settings": {"review_seconds": seconds}})
            assert f" {words}" in shown
