"""One reader for the decks that come with the app and for those of others."""

import io

import pytest
from PIL import Image, PngImagePlugin

from studies.errors import DeckError
from studies.services.decks.reading import DeckFiles, read_deck, read_files
from tests.studies.uploads import messages, picture

DRAWING = b"<svg><!-- Eule --><title>Eule</title><g/></svg>"


def read_one(name, content=None, *, prompt=b"owl", are_ours=True):
    """The deck of one card whose picture has this name."""
    return read_files(
        DeckFiles(
            table=b"prompt,answer,picture\n%s,Eule,%s\n" % (prompt, name.encode()),
            pictures={} if content is None else {name: content},
            are_ours=are_ours,
        )
    )


def make_folder(folder, table="prompt,answer\ndog,Hund\n", **files):
    (folder / "deck.csv").write_text(table)
    (folder / "deck.toml").write_text('slug = "pets"\ntitle = "Pets"\n')
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return folder


@pytest.mark.parametrize(("name", "n_rows"), [("german", 101), ("biodiversity", 51)])
def test_the_shipped_decks_are_whole(settings, name, n_rows):
    deck = read_deck(settings.BASE_DIR / "decks" / name)

    practice = [row for row in deck.rows if row.is_practice]
    assert (len(deck.rows), len(practice)) == (n_rows, 1)
    assert all(row.picture in deck.pictures for row in deck.rows)


@pytest.mark.django_db
def test_the_same_files_make_the_same_deck_wherever_they_come_from(tmp_path):
    table = "prompt,answer,picture\ndog,Hund,dog.png\n"
    folder = make_folder(tmp_path, table, **{"dog.png": picture()})
    sent = DeckFiles(
        table=table.encode(),
        manifest=(folder / "deck.toml").read_bytes(),
        pictures={"dog.png": (folder / "dog.png").read_bytes()},
    )

    assert read_files(sent).file == read_deck(folder)


def test_a_folder_without_a_description_is_no_deck_of_ours(tmp_path):
    (tmp_path / "deck.csv").write_text("prompt,answer\ndog,Hund\n")

    with pytest.raises(OSError, match=r"deck\.toml"):
        read_deck(tmp_path)


def test_every_row_in_trouble_is_named(tmp_path):
    folder = make_folder(tmp_path, "prompt,answer\na,\nb,c\nd,\n")

    with pytest.raises(DeckError, match=r"row 2: .*; row 4: "):
        read_deck(folder)


def test_a_raster_picture_loses_what_was_written_into_it():
    notes = PngImagePlugin.PngInfo()
    notes.add_text("Description", "Haubentaucher")
    content = picture(pnginfo=notes)
    assert b"Haubentaucher" in content

    clean = read_one("a.png", content).file.pictures["a.png"]

    assert b"Haubentaucher" not in clean.content
    assert Image.open(io.BytesIO(clean.content)).size == (30, 20)


def test_notes_in_a_drawing_of_ours_are_dropped():
    clean = read_one("a.svg", DRAWING).file.pictures["a.svg"]

    assert clean.content == b"<svg><g/></svg>"


@pytest.mark.django_db
def test_a_drawing_of_others_is_refused():
    preview = read_one("a.svg", DRAWING, are_ours=False)

    assert messages(preview.errors) == [
        "row 2: the picture a.svg is SVG; send it as PNG"
    ]


@pytest.mark.parametrize("name", ["../x.png", "none.png", "twemoji:zz", "twemoji:0"])
def test_our_decks_lack_no_picture(name):
    preview = read_one(name)

    assert preview.file is None
    assert name in str(preview.errors[0])


@pytest.mark.django_db
def test_decks_of_others_may_lack_a_picture_where_there_is_a_prompt():
    with_prompt = read_one("none.png", are_ours=False)
    without = read_one("none.png", prompt=b"", are_ours=False)

    assert messages(with_prompt.warnings) == ["row 2: the picture none.png is missing"]
    assert messages(without.errors) == ["row 2: the picture none.png is missing"]


@pytest.mark.django_db
@pytest.mark.parametrize("are_ours", [True, False])
def test_a_file_that_is_no_picture_is_refused(are_ours):
    assert read_one("a.png", b"<html>", are_ours=are_ours).file is None


def test_a_picture_outside_the_folder_is_not_found(tmp_path):
    (tmp_path / "secret.png").write_bytes(picture())
    folder = tmp_path / "deck"
    folder.mkdir()
    make_folder(folder, "prompt,answer,picture\ndog,Hund,../secret.png\n")

    with pytest.raises(DeckError, match="missing"):
        read_deck(folder)
