"""Decks, stored whole as versions that never change."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max

from studies.models import Concept, Deck, DeckVersion, Picture, Sound
from studies.services.decks.media.disguise import disguise
from studies.services.decks.media.pictures import PictureFile
from studies.services.decks.media.sounds import SoundFile
from studies.services.decks.tables import DeckRow

# Columns that decks did not have at first. Where they are empty they are no part of
# the fingerprint, so that a deck from before them keeps its own.
ADDED_COLUMNS = ("other_plurals", "look_alikes", "sound")


@dataclass(frozen=True)
class DeckFile:
    """A deck as its files say: the table, what it is about and its pictures."""

    about: dict[str, Any]
    rows: list[DeckRow]
    pictures: dict[str, PictureFile]
    sounds: dict[str, SoundFile] = field(default_factory=dict)

    @property
    def fingerprint(self) -> str:
        """The same for the same content, whatever its files are called."""
        content = {
            "about": describe(self.about),
            "rows": [self._content(row) for row in self.rows],
        }
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()

    def _content(self, row: DeckRow) -> dict[str, Any]:
        picture, sound = self.pictures.get(row.picture), self.sounds.get(row.sound)
        content = {
            **vars(row),
            "picture": picture.digest if picture else "",
            "sound": sound.digest if sound else "",
        }
        unused = {name for name in ADDED_COLUMNS if not content[name]}
        return {name: content[name] for name in content.keys() - unused}


def describe(about: Mapping[str, Any]) -> dict[str, Any]:
    """What a version stores of a deck's description, as the names of its fields."""
    grading, source = about["grading"], about["source"]
    return {
        "prompt_language": about["prompt_language"],
        "answer_language": about["answer_language"],
        "extra_letters": about["extra_letters"],
        "grading_version": grading["version"],
        "grading_level": grading["level"],
        "article_rule": grading["article"],
        "source": source["name"],
        "licence": source["licence"],
        "attribution": source["attribution"],
    }


@transaction.atomic
def store_deck(*, file: DeckFile, now: datetime) -> tuple[DeckVersion, bool]:
    """The version of a deck with this content, and whether it is new."""
    slug, title = file.about["slug"], file.about["title"]
    deck, is_first = Deck.objects.select_for_update().get_or_create(
        slug=slug, defaults={"title": title}
    )
    if deck.title != title:
        deck.title = title
        deck.save(update_fields=["title"])
    known = None if is_first else _find_version(deck, file)
    if known is not None:
        return known, False
    version = DeckVersion.objects.create(
        deck=deck,
        number=1 if is_first else _next_number(deck),
        fingerprint=file.fingerprint,
        created_at=now,
        **describe(file.about),
    )
    _create_concepts(version, file)
    return version, True


def _find_version(deck: Deck, file: DeckFile) -> DeckVersion | None:
    return deck.versions.filter(fingerprint=file.fingerprint).first()


def _next_number(deck: Deck) -> int:
    latest: int | None = deck.versions.aggregate(n=Max("number"))["n"]
    return (latest or 0) + 1


def _create_concepts(version: DeckVersion, file: DeckFile) -> None:
    pictures = {name: _store_picture(p) for name, p in file.pictures.items()}
    sounds = {name: _store_sound(s) for name, s in file.sounds.items()}
    Concept.objects.bulk_create(
        _concept(version, row, pictures.get(row.picture), sounds.get(row.sound))
        for row in file.rows
    )


def _store_picture(file: PictureFile) -> Picture:
    known = Picture.objects.filter(digest=file.digest).first()
    if known is not None:
        return known
    sent = disguise(file)
    return Picture.objects.create(
        digest=file.digest,
        content=sent,
        original=file.content,
        content_type=file.content_type,
        size=len(sent),
        source=file.source,
        licence=file.licence,
        attribution=file.attribution,
    )


def _store_sound(file: SoundFile) -> Sound:
    known, _ = Sound.objects.get_or_create(
        digest=file.digest,
        defaults={
            "content": file.content,
            "content_type": file.content_type,
            "size": len(file.content),
        },
    )
    return known


def _concept(
    version: DeckVersion, row: DeckRow, picture: Picture | None, sound: Sound | None
) -> Concept:
    fields = dict(vars(row))
    a, b, c = fields.pop("theta")
    return Concept(
        **{**fields, "picture": picture, "sound": sound},
        deck_version=version,
        theta_a=a,
        theta_b=b,
        theta_c=c,
    )
