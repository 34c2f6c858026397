"""Texts of researchers as pages show them."""

import pytest

from studies.services.markdown import plain_text, render_markdown


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("<script>alert(1)</script>", "&lt;script&gt;"),
        ("[x](javascript:alert(1))", "[x](javascript:alert(1))"),
        ("# Title", "<h3>Title</h3>"),
        ("**bold**", "<strong>bold</strong>"),
    ],
)
def test_consent_texts_are_sanitised(text, clean):
    html = render_markdown(text)

    assert clean in html
    assert "<script" not in html
    assert 'href="javascript' not in html


def test_where_no_markdown_is_read_there_are_no_marks():
    text = "Learn *German* words.\n\n- **ten** & more\n- [here](https://a.example)"

    assert plain_text(text) == "Learn German words. ten & more here"
