"""A deck of one's own: taken in whole, given back the same."""

import csv
import hashlib
import io
import zipfile

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from hypothesis import assume, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase
from PIL import Image

from studies.errors import DeckError
from studies.models import Concept, Deck, DeckVersion, Picture
from studies.services.deck_exports import export_deck
from studies.services.importing import Upload, import_deck, preview_deck
from tests.studies.factories import NOON, make_study

TABLE = """prompt,answer,picture,source,licence,attribution
dog,Hund,dog.png,A photographer,CC0-1.0,Somebody
cat,Katze,cat.jpg,,,
"""


def picture(file_format="PNG", **options):
    out = io.BytesIO()
    Image.effect_noise((30, 20), 60).convert("RGB").save(out, file_format, **options)
    return out.getvalue()


def make_zip(**files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


PICTURES = make_zip(**{"dog.png": picture(), "sub/CAT.JPG": picture("JPEG")})


def look(table=TABLE, **options):
    content = table.encode() if isinstance(table, str) else table
    return preview_deck(upload=Upload(table=content, name="pets.csv", **options))


def save(table=TABLE, **options):
    return import_deck(preview=look(table, **options), now=NOON)


def exported(version):
    out = io.BytesIO()
    export_deck(version=version, out=out)
    return out.getvalue()


def messages(notes):
    return [str(note) for note in notes]


@pytest.mark.django_db
def test_a_table_with_pictures_becomes_a_deck():
    version, is_new = save(pictures=PICTURES, about={"title": "Pets", "licence": "MIT"})

    dog, cat = version.concepts.order_by("number")
    assert is_new
    assert (version.deck.slug, version.deck.title) == ("pets", "Pets")
    assert version.licence == "MIT"
    assert (dog.answer, dog.licence, dog.attribution) == ("Hund", "CC0-1.0", "Somebody")
    assert dog.picture.content_type == "image/png"
    assert cat.picture.content_type == "image/jpeg"


@pytest.mark.django_db
def test_looking_stores_nothing():
    assert look(pictures=PICTURES).errors == []
    assert (Deck.objects.count(), Picture.objects.count()) == (0, 0)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "files",
    [
        {"dog.png": picture(), "cat.jpg": b"<html>"},
        {"dog.png": b"<svg/>", "cat.jpg": picture("JPEG")},
        {"dog.png": picture(), "cat.jpg": picture("JPEG")[:300]},
    ],
)
def test_one_bad_picture_is_named_and_nothing_is_saved(files):
    preview = look(pictures=make_zip(**files))

    assert len(preview.errors) == 1
    assert preview.errors[0].row in {2, 3}
    with pytest.raises(DeckError, match="row"):
        import_deck(preview=preview, now=NOON)
    assert (Deck.objects.count(), Picture.objects.count()) == (0, 0)


@pytest.mark.django_db
def test_a_drawing_of_a_stranger_is_refused():
    svg = b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"

    preview = look(
        "prompt,answer,picture\na,b,x.svg\n", pictures=make_zip(**{"x.svg": svg})
    )

    assert messages(preview.errors) == [
        "row 2: the picture x.svg is SVG; send it as PNG"
    ]


@pytest.mark.django_db
def test_a_missing_picture_is_a_doubt_where_a_prompt_is_left_to_show():
    table = "prompt,answer,picture\ndog,Hund,dog.png\n,Katze,cat.png\n"

    preview = look(table)

    assert messages(preview.warnings) == ["row 2: the picture dog.png is missing"]
    assert messages(preview.errors) == ["row 3: the picture cat.png is missing"]


@pytest.mark.django_db
def test_files_that_no_row_uses_are_pointed_out():
    files = {"dog.png": picture(), "cat.jpg": picture("JPEG"), "notes.txt": b"x"}

    preview = look(pictures=make_zip(**files))

    assert messages(preview.warnings) == ["'notes.txt' is not used by any row"]


@pytest.mark.django_db
def test_shipped_pictures_may_be_used_under_their_names():
    version, _ = save("prompt,answer,picture\ndog,Hund,twemoji:1f415\n")

    assert version.concepts.get().licence == "CC-BY-4.0"
    preview = look("prompt,answer,picture\ndog,Hund,drawing:99\n")
    assert messages(preview.errors) == ["row 2: there is no picture drawing:99"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("about", "fault"),
    [
        ({"slug": "no slug!"}, "slug"),
        ({"title": "x" * 201}, "title"),
        ({"level": "harsh"}, "level"),
        ({"article": "some"}, "article"),
        ({"prompt_language": "\u202een"}, "prompt_language"),
    ],
)
def test_a_description_that_makes_no_sense_is_refused(about, fault):
    preview = look("prompt,answer\na,b\n", about=about)

    assert len(preview.errors) == 1
    assert fault in str(preview.errors[0])


@pytest.mark.django_db
@pytest.mark.parametrize(
    "toml",
    [b"slug = ", b"\xff", b"x" * 30_000, b"a = " + b"[" * 9000, b"slug = 5"],
    ids=["broken", "bytes", "long", "deep", "number"],
)
def test_a_broken_description_is_one_error(toml):
    files = {"deck.csv": b"prompt,answer\na,b\n", "deck.toml": toml}

    assert len(look(make_zip(**files)).errors) == 1


@pytest.mark.django_db
@pytest.mark.parametrize("n_tables", [0, 2])
def test_an_archive_holds_one_table(n_tables):
    files = {f"{i}.csv": b"prompt,answer\na,b\n" for i in range(n_tables)}

    assert "one table" in str(look(make_zip(**files, x=b"")).errors[0])


@pytest.mark.django_db
def test_a_version_in_use_stays_as_it_is():
    first, _ = save("prompt,answer\ndog,Hund\ncat,Katze\n")
    study = make_study(deck_version=first, n_concepts=2)
    before = list(Concept.objects.filter(deck_version=first).values())

    second, is_new = save(
        "prompt,answer\ndog,Hund\ncat,Kater\n", about={"title": "New"}
    )

    study.refresh_from_db()
    assert is_new
    assert (first.number, second.number) == (1, 2)
    assert study.deck_version == first
    assert list(Concept.objects.filter(deck_version=first).values()) == before


@pytest.mark.django_db
def test_a_new_version_is_announced():
    save("prompt,answer\ndog,Hund\n")

    same = look("prompt,answer\ndog,Hund\n")
    other = look("prompt,answer\ndog,Köter\n")
    assert "nothing will change" in str(same.warnings[0])
    assert "a new version" in str(other.warnings[0])


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
    Picture.objects.update(content=b"<svg/>", size=6, digest=_sha(b"<svg/>"))

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
        "too_general": st.lists(words, max_size=3).map(";".join),
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


@pytest.mark.django_db
def test_the_commands_take_a_folder_and_write_a_file(tmp_path, capsys):
    (tmp_path / "pets.csv").write_text(TABLE, encoding="utf-8-sig")
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "dog.png").write_bytes(picture())
    (tmp_path / "pictures" / "cat.jpg").write_bytes(picture("JPEG"))
    table, folder = str(tmp_path / "pets.csv"), str(tmp_path / "pictures")
    out = str(tmp_path / "out.zip")

    call_command("import_deck", table, "--pictures", folder, "--dry-run")
    assert Deck.objects.count() == 0
    call_command("import_deck", table, "--pictures", folder, "--title", "Pets")
    call_command("export_deck", "pets", out)
    call_command("import_deck", out)

    shown = capsys.readouterr().out
    assert "2 concepts would be saved" in shown
    assert "Pets, version 1 saved: 2 concepts" in shown
    assert "is there already" in shown


@pytest.mark.django_db
def test_the_command_takes_a_zip_of_pictures(tmp_path):
    (tmp_path / "pets.tsv").write_text(TABLE.replace(",", "\t"))
    (tmp_path / "p.zip").write_bytes(PICTURES)

    call_command(
        *("import_deck", str(tmp_path / "pets.tsv")),
        *("--pictures", str(tmp_path / "p.zip")),
        stdout=io.StringIO(),
    )

    assert Picture.objects.count() == 2


@pytest.mark.django_db
def test_the_command_names_faults_and_saves_nothing(tmp_path, capsys):
    (tmp_path / "a.csv").write_text("prompt,answer\na,\nb,c\n")

    with pytest.raises(CommandError, match="1 faults; nothing was saved"):
        call_command("import_deck", str(tmp_path / "a.csv"))
    assert "row 2: the answer is empty" in capsys.readouterr().err
    assert Deck.objects.count() == 0


@pytest.mark.django_db
@pytest.mark.parametrize(
    "arguments",
    [
        ("import_deck", "none.csv"),
        ("import_deck", __file__, "--pictures", "none"),
        ("export_deck", "none", "x.zip"),
    ],
)
def test_what_is_not_there_is_one_sentence(arguments):
    with pytest.raises(CommandError):
        call_command(*arguments)
