"""A deck of one's own: taken in whole or not at all."""

import pytest
from django.db import connection

from studies.errors import DeckError
from studies.models import Concept, Deck, DeckVersion, Picture
from studies.services.decks import reading, storing
from studies.services.decks.importing import import_deck
from studies.services.decks.media.pictures import clean_picture
from tests.studies.factories import NOON, make_study
from tests.studies.uploads import (
    PICTURES,
    look,
    make_zip,
    messages,
    picture,
    save,
)


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
def test_every_row_without_its_picture_is_told():
    table = "prompt,answer,picture\ndog,Hund,x.png\n,Katze,x.png\n"

    preview = look(table)

    assert messages(preview.errors) == ["row 3: the picture x.png is missing"]


@pytest.mark.django_db
def test_a_name_in_two_folders_is_found_only_when_written_out():
    one, other = picture(), picture()
    files = make_zip(**{"a/x.png": one, "b/x.png": other})
    table = "prompt,answer,picture\ndog,Hund,{}\n"

    assert "missing" in str(look(table.format("x.png"), pictures=files).warnings[0])
    found = look(table.format("b/x.png"), pictures=files).file.pictures["b/x.png"]
    assert found == clean_picture(other, name="x")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "archive",
    [
        make_zip(**{"dog.png": b"\0" * 30_000_000}),
        make_zip(**{"../dog.png": picture()}),
        make_zip(**{"dog.png": make_zip(a=b"b")}),
        b"PK\x03\x04 and so on",
    ],
    ids=["bomb", "path", "nested", "broken"],
)
def test_a_hostile_archive_is_one_error_and_nothing_is_imported(archive):
    preview = look(pictures=archive)

    assert len(preview.errors) == 1
    with pytest.raises(DeckError):
        import_deck(preview=preview, now=NOON)
    assert (Deck.objects.count(), Picture.objects.count()) == (0, 0)


@pytest.mark.django_db(transaction=True)
def test_pictures_are_encoded_before_a_transaction_begins(monkeypatch):
    inside = []

    def watch(content, *, name):
        inside.append(connection.in_atomic_block)
        return clean_picture(content, name=name)

    monkeypatch.setattr(reading, "clean_picture", watch)
    save(pictures=PICTURES)

    assert inside == [False, False]


@pytest.mark.django_db(transaction=True)
def test_a_fault_while_storing_leaves_nothing_behind(monkeypatch):
    preview = look(pictures=PICTURES)
    monkeypatch.setattr(storing, "_concept", lambda *_: 1 / 0)

    with pytest.raises(ZeroDivisionError):
        import_deck(preview=preview, now=NOON)
    counts = [model.objects.count() for model in (Deck, DeckVersion, Picture)]
    assert counts == [0, 0, 0]


@pytest.mark.django_db
def test_an_uploaded_photograph_is_served_like_the_others(client):
    version, _ = save(pictures=PICTURES)
    cat = version.concepts.get(answer="Katze")

    shown = client.get(f"/pictures/{cat.picture_id}")

    assert shown["Content-Type"] == "image/jpeg"
    assert shown["X-Content-Type-Options"] == "nosniff"
    assert shown["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert "Content-Disposition" not in shown


@pytest.mark.django_db
def test_files_that_no_row_uses_are_pointed_out():
    files = {"dog.png": picture(), "cat.jpg": picture("JPEG"), "notes.txt": b"x"}

    preview = look(pictures=make_zip(**files))

    assert messages(preview.warnings) == ["'notes.txt' is not used"]


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
