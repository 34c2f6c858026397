"""Parts of pages that are the same for many, rendered once."""

import html
from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import cache, lru_cache

from django import template
from django.template.defaultfilters import floatformat
from django.template.loader import get_template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import (
    get_language,
    get_language_info,
    gettext,
    ngettext,
)

from studies.services.markdown import render_markdown

MOST_REMEMBERED = 1024
# No text has it: neither a browser nor a database would take it.
_EDGE = "\0"
_Values = tuple[tuple[str, object], ...]
register = template.Library()


@register.filter
def is_within_a_minute(moment: datetime) -> bool:
    """Whether it comes so soon that minutes cannot tell it."""
    return moment - timezone.now() < timedelta(minutes=1)


@register.filter
def seconds_words(seconds: float, digits: int = -1) -> str:
    """A time as people say it: 1 second, 20 seconds."""
    shown = floatformat(seconds, digits)
    words = ngettext("%(n)s second", "%(n)s seconds", 1 if shown == "1" else 2)
    return words % {"n": shown}


@register.filter
def language_name(code: str) -> str:
    """What a language is called on this page; nothing if nobody knows."""
    try:
        return gettext(get_language_info(code)["name"])
    except KeyError:
        return ""


@register.filter
def local_time(moment: datetime) -> SafeString:
    """A moment in the server's zone, by name; JavaScript shows it in the reader's."""
    shown = date_format(timezone.localtime(moment), "DATETIME_FORMAT")
    zone = timezone.get_current_timezone_name()
    return format_html(
        '<time datetime="{}" data-local-time>{} {}</time>',
        moment.isoformat(timespec="seconds"),
        shown,
        zone,
    )


@register.filter
def prose(text: str) -> SafeString:
    """Researchers' Markdown as HTML."""
    return render_markdown(text)


@register.simple_tag
def remembered(name: str, **values: object) -> SafeString:
    """The part ``name`` with these values and no others, in the page's language."""
    return _render(name, get_language(), tuple(values.items()))


def fill(name: str, *, frame: Mapping[str, object], blanks: Mapping[str, str]) -> str:
    """The part ``name``, rendered once with ``frame``, its ``blanks`` filled in.

    The part may ask of a blank whether it is empty, and nothing else.
    """
    marks = tuple((blank, _mark(blank)) for blank, text in blanks.items() if text)
    pieces = _split(name, get_language(), (*frame.items(), *marks))
    filled = list(pieces)
    filled[1::2] = [_escape(blanks[blank]) for blank in pieces[1::2]]
    return "".join(filled)


def _escape(text: str) -> str:
    """As ``conditional_escape`` does, without asking whether the text is lazy."""
    return text if isinstance(text, SafeString) else html.escape(text)


@cache
def _mark(blank: str) -> SafeString:
    return mark_safe(f"{_EDGE}{blank}{_EDGE}")  # noqa: S308


@lru_cache(maxsize=MOST_REMEMBERED)
def _render(name: str, language: str | None, values: _Values) -> SafeString:
    # A template has escaped what came into it.
    text = get_template(name).render(dict(values)).strip()
    return mark_safe(text)  # noqa: S308


@lru_cache(maxsize=MOST_REMEMBERED)
def _split(name: str, language: str | None, values: _Values) -> list[str]:
    """Text and names of blanks in turn; text is first and last."""
    return get_template(name).render(dict(values)).split(_EDGE)
