"""What nobody should send."""

import re
from functools import cache
from itertools import cycle
from urllib.parse import urlencode
from zlib import crc32

from django import forms

from tests.server import ROOT

FORM, JSON = "application/x-www-form-urlencoded", "application/json"
ODD_VALUES = [
    *("9" * 400, "-1", "", "a\0b", "\ud800", "1e999", "NaN", "x" * 5000, "\u202e"),
    *("<script>alert(1)</script>", "//evil.example", "[[[[", "2026-99-99", "' OR 1=1"),
]


def odd_form(route):
    """Every field that any form has, filled with nonsense, another at each route."""
    first = crc32(route.encode()) % len(ODD_VALUES)
    odd = cycle(ODD_VALUES[first:] + ODD_VALUES[:first])
    filled = list(zip(field_names(), odd, strict=False))
    return {"data": urlencode(filled, errors="surrogatepass"), "content_type": FORM}


@cache
def field_names():
    """What any form of the site calls its fields."""
    pages = "".join(page.read_text() for page in ROOT.glob("templates/**/*.html"))
    written = re.findall(r'name="([\w-]+)"', pages)
    declared = [name for form in _forms() for name in getattr(form, "base_fields", ())]
    return sorted({*written, *declared})


def _forms(form=forms.BaseForm):
    for kind in form.__subclasses__():
        yield kind
        yield from _forms(kind)
