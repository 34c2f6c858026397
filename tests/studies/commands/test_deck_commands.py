"""The commands that take decks in and give them away."""

import io

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from studies.models import Deck, Picture
from tests.studies.uploads import (
    PICTURES,
    TABLE,
    picture,
)


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
        ("find_look_alikes", "none.csv", __file__),
        ("find_look_alikes", __file__, __file__),
    ],
)
def test_what_is_not_there_is_one_sentence(arguments):
    with pytest.raises(CommandError):
        call_command(*arguments)


@pytest.mark.django_db
def test_real_words_among_the_typos_are_named(tmp_path, capsys):
    table, words = tmp_path / "a.csv", tmp_path / "words"
    table.write_text("prompt,answer,look_alikes\ncherry,Kirsche,Hirsche\n")
    words.write_text("Hirsche\nKirche\nZebra\n")

    call_command("find_look_alikes", str(table), str(words))
    call_command("import_deck", str(table), "--words", str(words), "--dry-run")

    shown = capsys.readouterr().out
    assert "1 Kirsche: Kirche\n" in shown
    assert "warning: row 2: real words pass for “Kirsche”: Kirche\n" in shown
