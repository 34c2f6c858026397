"""Researchers' Markdown as HTML that is safe to show."""

import html
from functools import lru_cache

import nh3
from django.utils.html import strip_tags
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

TAGS = frozenset(
    {"p", "br", "h3", "h4", "h5", "h6", "ul", "ol", "li", "strong", "em", "a"}
    | {"blockquote", "code", "pre", "hr"}
)
# A page has its own h1 and h2, so a text's first heading is an h3.
HEADING_OFFSET = 2
_markdown = MarkdownIt("commonmark", {"html": False})


@lru_cache(maxsize=256)
def render_markdown(text: str) -> SafeString:
    """``text`` as HTML with a short list of tags and links to the web or by mail."""
    tokens = [_lower_heading(token) for token in _markdown.parse(text)]
    rendered = _markdown.renderer.render(tokens, _markdown.options, {})
    # What is marked safe below comes out of the sanitiser.
    clean = nh3.clean(
        rendered,
        tags=set(TAGS),
        attributes={"a": {"href"}},
        url_schemes={"https", "http", "mailto"},
    )
    return mark_safe(clean)  # noqa: S308


def plain_text(text: str) -> str:
    """``text`` in one line, without its marks: for where no Markdown is read."""
    return " ".join(html.unescape(strip_tags(render_markdown(text))).split())


def _lower_heading(token: Token) -> Token:
    if token.type in ("heading_open", "heading_close"):
        token.tag = f"h{min(6, int(token.tag[1]) + HEADING_OFFSET)}"
    return token
