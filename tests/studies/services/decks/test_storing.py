"""Decks as rows: whole, and never changed."""

import pytest

from studies.models import Concept, DeckVersion, Picture
from studies.services.decks.reading import read_deck
from studies.services.decks.storing import store_deck
from tests.studies.factories import NOON, make_deck_version


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
