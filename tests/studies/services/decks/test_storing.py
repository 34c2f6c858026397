"""Decks as rows: whole, and never changed."""

from dataclasses import replace

import pytest

from studies.models import Concept, DeckVersion, Picture
from studies.services.decks.manifest import complete_description
from studies.services.decks.reading import read_deck
from studies.services.decks.storing import DeckFile, store_deck
from tests.studies.factories import NOON, make_deck_version, make_row

OLD_FINGERPRINT = "c56a516883172dadb9c4b8e82f24e512e32fd9e40ad92e00aa0f3dd444cb1ec1"


@pytest.mark.django_db
def test_other_content_makes_another_version_and_keeps_the_first():
    first = make_deck_version(["Haus", "Katze"])
    same = make_deck_version(["Haus", "Katze"])
    second = make_deck_version(["Haus", "Hund"])

    assert first == same
    assert (first.number, second.number) == (1, 2)
    assert Concept.objects.filter(deck_version=first, answer="Katze").exists()


def test_a_deck_from_before_the_look_alikes_keeps_its_fingerprint():
    written = {"answer_language": "de", "grading": {"version": 1}}
    about, _ = complete_description(told={}, written=written, name="words")
    old = make_row(1, "Kirsche", plural="Kirschen", too_general=["Obst"])
    new = replace(old, look_alikes=["Kirche"])

    assert DeckFile(about, [old], {}).fingerprint == OLD_FINGERPRINT
    assert DeckFile(about, [new], {}).fingerprint != OLD_FINGERPRINT


@pytest.mark.django_db
def test_equal_pictures_are_stored_once_under_a_random_id(settings):
    deck = read_deck(settings.BASE_DIR / "decks" / "german")

    store_deck(file=deck, now=NOON)

    digests = {file.digest for file in deck.pictures.values()}
    assert Picture.objects.count() == len(digests)
    assert DeckVersion.objects.get().licence
    assert {p.id.version for p in Picture.objects.all()} == {4}
