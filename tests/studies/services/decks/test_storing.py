"""Decks from tables, all or nothing."""

import io

import pytest
from PIL import Image, PngImagePlugin

from studies.errors import DeckError, DesignError
from studies.models import Concept, DeckVersion, Picture
from studies.models.study import StudyState
from studies.services.decks.pictures import read_picture
from studies.services.decks.storing import read_deck, store_deck
from studies.services.decks.tables import COLUMNS, read_table
from studies.services.design.lifecycle import change_study_state
from tests.studies.factories import NOON, make_deck_version, make_study

HEAD = ",".join(COLUMNS)
DOG = '1,dog,Hund,der,Hunde,das Hündchen;Köter,Tier,,"6,2,0",twemoji:1f415,'


def test_a_row_is_read_with_everything_in_it():
    row = read_table(f"{HEAD}\n{DOG}\n").rows[2]

    assert (row.answer, row.article, row.theta) == ("Hund", "der", (6, 2, 0))
    assert row.alternatives == [
        {"text": "Hündchen", "article": "das"},
        {"text": "Köter", "article": ""},
    ]
    assert row.too_general == ["Tier"]


def test_the_german_deck_is_whole(settings):
    deck = read_deck(settings.BASE_DIR / "decks" / "german")

    practice = [row for row in deck.rows if row.is_practice]
    assert (len(deck.rows), len(practice)) == (101, 1)
    assert all(row.picture in deck.pictures for row in deck.rows)


@pytest.mark.django_db
def test_other_content_makes_another_version_and_keeps_the_first():
    first = make_deck_version(["Haus", "Katze"])
    same = make_deck_version(["Haus", "Katze"])
    second = make_deck_version(["Haus", "Hund"])

    assert first == same
    assert (first.number, second.number) == (1, 2)
    assert Concept.objects.filter(deck_version=first, answer="Katze").exists()


@pytest.mark.django_db
def test_equal_pictures_are_stored_once_under_a_random_id(settings):
    deck = read_deck(settings.BASE_DIR / "decks" / "german")

    store_deck(file=deck, now=NOON)

    digests = {file.digest for file in deck.pictures.values()}
    assert Picture.objects.count() == len(digests)
    assert DeckVersion.objects.get().licence
    assert {p.id.version for p in Picture.objects.all()} == {4}


def test_a_raster_picture_loses_what_was_written_into_it(tmp_path):
    notes = PngImagePlugin.PngInfo()
    notes.add_text("Description", "Haubentaucher")
    Image.new("RGB", (4, 4)).save(tmp_path / "a.png", pnginfo=notes)
    assert b"Haubentaucher" in (tmp_path / "a.png").read_bytes()

    picture = read_picture("a.png", tmp_path)

    assert b"Haubentaucher" not in picture.content
    assert Image.open(io.BytesIO(picture.content)).size == (4, 4)


def test_notes_in_a_drawing_are_dropped(tmp_path):
    (tmp_path / "a.svg").write_text("<svg><!-- Eule --><title>Eule</title><g/></svg>")

    assert read_picture("a.svg", tmp_path).content == b"<svg><g/></svg>"


@pytest.mark.parametrize("name", ["../x.png", "none.png", "twemoji:zz", "twemoji:0"])
def test_pictures_that_are_not_there_are_named(tmp_path, name):
    with pytest.raises(DeckError):
        read_picture(name, tmp_path)


def test_a_file_that_is_no_picture_is_refused(tmp_path):
    (tmp_path / "a.png").write_text("<html>")

    with pytest.raises(DeckError):
        read_picture("a.png", tmp_path)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "changes",
    [
        {"n_concepts": 17},
        {"teachers": ("XX",)},
        {"teachers": ()},
        {"sampling": "stratified", "strata": {"common": 1}},
        {"sampling": "stratified", "strata": {"nothing": 3}},
    ],
)
def test_a_design_that_cannot_run_does_not_open(changes):
    with pytest.raises(DesignError):
        make_study(**changes)


@pytest.mark.django_db
def test_a_closed_study_stays_closed(study):
    change_study_state(study_id=study.pk, state=StudyState.CLOSED)

    with pytest.raises(DesignError):
        change_study_state(study_id=study.pk, state=StudyState.LIVE)


@pytest.mark.django_db
def test_a_live_design_has_a_fingerprint_that_does_not_tell_the_seed(study):
    assert len(study.fingerprint) == 64
    assert study.seed not in study.fingerprint
