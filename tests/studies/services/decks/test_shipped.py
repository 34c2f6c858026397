"""What is shipped is there, is loaded whole, and is served silently."""

import io
import re

import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError

from studies import checks
from studies.models import Concept, DeckVersion, Picture
from studies.services.decks.media import pictures
from tests.studies.factories import make_study

HEADERS = {
    "Content-Type": "image/svg+xml",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "public, max-age=31536000, immutable",
}


def load():
    call_command("load_decks", stdout=io.StringIO())


@pytest.mark.django_db
def test_both_decks_are_loaded_with_all_they_hold():
    load()

    owl = Concept.objects.get(answer="Owl")
    hound = Concept.objects.get(answer="Patrijshond")
    assert Concept.objects.filter(is_practice=True).count() == 2
    assert (owl.level, owl.theta) == ("common", (10, 5, 0))
    assert (hound.level, hound.theta) == ("rare", (3, 1.5, 0))
    assert {"text": "Partridge Dog", "article": ""} in hound.alternatives
    assert "dog" in hound.too_general
    assert not Concept.objects.filter(licence="").exists()
    assert not Concept.objects.filter(source="").exists()
    assert {v.licence for v in DeckVersion.objects.all()} == {"CC-BY-4.0"}


@pytest.mark.django_db
def test_loading_again_changes_nothing():
    load()
    before = [list(model.objects.values()) for model in (DeckVersion, Concept, Picture)]

    load()

    after = [list(model.objects.values()) for model in (DeckVersion, Concept, Picture)]
    assert after == before


@pytest.mark.django_db
def test_a_changed_table_makes_a_version_and_keeps_the_one_in_use(tmp_path, settings):
    load()
    used = DeckVersion.objects.get(deck__slug="biodiversity")
    study = make_study(deck_version=used)
    before = list(used.concepts.values())
    folder = tmp_path / "decks" / "biodiversity"
    folder.mkdir(parents=True)
    source = settings.BASE_DIR / "decks" / "biodiversity"
    (folder / "deck.toml").write_text((source / "deck.toml").read_text())
    table = (source / "deck.csv").read_text("utf-8")
    (folder / "deck.csv").write_text(table.replace(",Owls,", ",Owlets,"), "utf-8")
    settings.BASE_DIR = tmp_path

    call_command("load_decks", stdout=io.StringIO())

    study.refresh_from_db()
    numbers = DeckVersion.objects.filter(deck__slug="biodiversity").values_list(
        "number"
    )
    assert sorted(numbers) == [(1,), (2,)]
    assert study.deck_version == used
    assert list(used.concepts.values()) == before


@pytest.mark.django_db
def test_all_pictures_open_and_say_nothing(client):
    load()
    concepts = Concept.objects.select_related("picture").order_by("pk")
    assert concepts.filter(is_practice=False, picture__isnull=False).count() == 150
    assert concepts.filter(picture__isnull=False).count() == 152

    for concept in concepts:
        response = client.get(f"/pictures/{concept.picture_id}")

        assert response.status_code == 200
        assert {name: response[name] for name in HEADERS} == HEADERS
        assert not {"ETag", "Last-Modified", "Content-Disposition"} & set(
            response.headers
        )
        assert not response.cookies
        assert response.content.startswith(b"<svg")
        shown = f"{response.content!r} {response.headers}".lower()
        names = [concept.answer, *(other["text"] for other in concept.alternatives)]
        assert not any(re.search(rf"\b{re.escape(n.lower())}\b", shown) for n in names)


def test_nothing_is_missing_at_the_start():
    assert checks.check_shipped_decks() == []
    checks.refuse_incomplete_decks()


def test_a_missing_picture_fails_the_start(monkeypatch):
    found = pictures.find_shipped
    gone = {"drawing:26", "twemoji:1f415"}
    monkeypatch.setattr(
        checks, "find_shipped", lambda name: None if name in gone else found(name)
    )

    faults = checks.check_shipped_decks()

    assert [fault.id for fault in faults] == ["studies.E001", "studies.E001"]
    assert "drawing:26" in faults[0].msg
    with pytest.raises(SystemCheckError, match="1f415"):
        checks.refuse_incomplete_decks()
    with pytest.raises(SystemCheckError, match="drawing:26"):
        call_command("check")


def test_an_unreadable_table_fails_the_start(tmp_path, monkeypatch):
    folder = tmp_path / "broken"
    folder.mkdir()
    (folder / "deck.csv").write_bytes(b"answer\n\xff")
    monkeypatch.setattr(checks, "DECKS", tmp_path)

    assert [fault.id for fault in checks.check_shipped_decks()] == ["studies.E002"]
