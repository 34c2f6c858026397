"""A deck that is given away comes back the same."""

import csv
import hashlib
import io
import zipfile

import pytest
from django.core.management import call_command
from hypothesis import assume, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from studies.models import DeckVersion, Picture
from studies.services.decks.importing import import_deck
from tests.studies.factories import NOON
from tests.studies.uploads import (
    PICTURES,
    exported,
    look,
    make_zip,
    save,
)


@pytest.mark.django_db
def test_a_deck_may_lie_in_a_folder_of_its_archive():
    version, _ = save(pictures=PICTURES, about={"title": "Pets"})
    with zipfile.ZipFile(io.BytesIO(exported(version))) as archive:
        files = {f"pets/{name}": archive.read(name) for name in archive.namelist()}

    again, is_new = save(make_zip(**files))

    assert (again, is_new) == (version, False)


@pytest.mark.django_db
def test_a_deck_with_pictures_comes_back_the_same():
    version, _ = save(pictures=PICTURES, about={"title": 'Pets "and" \\ more'})

    again, is_new = save(exported(version))

    assert (again, is_new) == (version, False)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["german", "biodiversity"])
def test_a_shipped_deck_comes_back_the_same(name):
    call_command("load_decks", name, verbosity=0, stdout=io.StringIO())
    version = DeckVersion.objects.get()

    again, is_new = save(exported(version))

    assert (again, is_new) == (version, False)


@pytest.mark.django_db
def test_an_export_is_the_same_each_time_and_names_its_sources():
    version, _ = save(pictures=PICTURES)
    content = exported(version)

    assert content == exported(version)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert set(archive.namelist()) == {
            *("deck.csv", "deck.toml", "CREDITS.txt"),
            *("pictures/001.png", "pictures/002.jpg"),
        }
        assert b"A photographer | CC0-1.0 | Somebody" in archive.read("CREDITS.txt")


@pytest.mark.django_db
def test_a_drawing_that_is_no_longer_shipped_still_comes_back():
    version, _ = save("prompt,answer,picture\ndog,Hund,drawing:08\n")
    Picture.objects.update(original=b"<svg/>", digest=_sha(b"<svg/>"))

    preview = look(exported(version))

    assert preview.errors == []
    assert preview.file.pictures["pictures/001.svg"].content_type == "image/svg+xml"


def _sha(content):
    return hashlib.sha256(content).hexdigest()


words = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], exclude_characters=";"),
    min_size=1,
    max_size=12,
)
rows = st.fixed_dictionaries(
    {
        "prompt": words.map(lambda text: f"prompt {text}"),
        "answer": words.map(lambda text: f"x{text}"),
        "article": st.sampled_from(["", "der", "la", "the"]),
        "alternatives": st.lists(words, max_size=3).map(";".join),
        "other_plurals": st.lists(words, max_size=3).map(";".join),
        "too_general": st.lists(words, max_size=3).map(";".join),
        "look_alikes": st.lists(words, max_size=3).map(";".join),
        "level": st.sampled_from(["", "common", "rare"]),
        "theta": st.sampled_from(["", "6,2,0", "0.1,2e-3,-1"]),
        "practice": st.sampled_from(["", "yes", "no"]),
        "licence": words,
    }
)


class RoundTrip(TestCase):
    @given(
        table=st.lists(rows, min_size=1, max_size=5),
        sign=st.sampled_from([",", ";", "\t"]),
        title=words,
    )
    @hypothesis_settings(max_examples=60)
    def test_any_table_that_is_taken_comes_back_the_same(self, table, sign, title):
        preview = look(_written(table, sign), about={"title": title})
        assume(not preview.errors)
        version, _ = import_deck(preview=preview, now=NOON)

        again, is_new = save(exported(version))

        assert (again, is_new) == (version, False)


def _written(table, sign):
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, list(table[0]), delimiter=sign)
    writer.writeheader()
    writer.writerows(table)
    return out.getvalue()
