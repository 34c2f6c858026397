"""Every text of the pages exists in every language, and is compiled."""

import ast
import gettext
import re
from pathlib import Path

import pytest
from django.utils.translation.template import templatize

from studies.languages import DEFAULT_LANGUAGE, LANGUAGES

ROOT = Path(__file__).resolve().parents[1]
TRANSLATED = [code for code, _ in LANGUAGES if code != DEFAULT_LANGUAGE]
CALL = re.compile(
    r"(?<!p)gettext(?:_noop)?\(\s*u?(\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*')"
)
IN_CONTEXT = re.compile(r"pgettext\([^,]*, u?(\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*')")
NUMBERED = re.compile(r"ngettext\(u?('(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")")
MARKS = ("_", "gettext_noop")


def texts_of(path: Path) -> set[str]:
    source = path.read_text("utf-8")
    if path.suffix == ".html":
        source = templatize(source, origin=path.name)
        found = [t for r in (CALL, NUMBERED, IN_CONTEXT) for t in r.findall(source)]
        return {ast.literal_eval(text) for text in found}
    calls = [n for n in ast.walk(ast.parse(source)) if isinstance(n, ast.Call)]
    marked = [c for c in calls if isinstance(c.func, ast.Name) and c.func.id in MARKS]
    return {ast.literal_eval(call.args[0]) for call in marked}


@pytest.fixture(scope="module", params=TRANSLATED)
def folder(request):
    return ROOT / "locale" / request.param / "LC_MESSAGES"


@pytest.fixture(scope="module")
def catalogue(folder):
    with (folder / "django.mo").open("rb") as file:
        return gettext.GNUTranslations(file)._catalog


def test_every_text_is_translated(catalogue):
    known = {key[0] if isinstance(key, tuple) else key for key in catalogue}
    known |= {key.split("\x04")[-1] for key in known}
    paths = [*ROOT.glob("templates/**/*.html"), *ROOT.glob("studies/views/*.py")]
    paths += ROOT.glob("studies/recruitment/*.py")

    wanted = set().union(*map(texts_of, paths))

    assert len(wanted) > 100
    assert wanted - known == set()


def test_the_compiled_texts_are_those_of_the_table(folder, catalogue):
    table = (folder / "django.po").read_text("utf-8")
    lines = re.findall(r'^msgstr(?:\[\d\])? "(.+)"$', table, re.M)

    assert set(lines) <= set(catalogue.values())
    assert "fuzzy" not in table
    assert not re.search(r'^msgstr "",?$\n\n', table, re.M)
