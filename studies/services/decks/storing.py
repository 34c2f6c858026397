"""Decks: read whole or not at all, stored as versions that never change."""

import hashlib
import json
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from django.db import transaction
from django.db.models import Max

from studies.errors import DeckError
from studies.models import Concept, Deck, DeckVersion, Picture
from studies.services.decks.pictures import PictureFile, read_picture
from studies.services.decks.tables import DeckRow, decode_table, read_table

__all__ = ["DeckFile", "DeckRow", "read_deck", "store_deck", "with_credits"]


@dataclass(frozen=True)
class DeckFile:
    """A deck as its files say: the table, what it is about and its pictures."""

    about: dict[str, Any]
    rows: list[DeckRow]
    pictures: dict[str, PictureFile]

    @property
    def fingerprint(self) -> str:
        """The same for the same content, whatever its files are called."""
        content = {
            "about": describe(self.about),
            "rows": [self._content(row) for row in self.rows],
        }
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()

    def _content(self, row: DeckRow) -> dict[str, Any]:
        picture = self.pictures.get(row.picture)
        return {**asdict(row), "picture": picture.digest if picture else ""}


def describe(about: Mapping[str, Any]) -> dict[str, Any]:
    """What a version stores of a deck's description, as the names of its fields."""
    grading, source = about.get("grading", {}), about.get("source", {})
    return {
        "prompt_language": about["prompt_language"],
        "answer_language": about["answer_language"],
        "extra_letters": about.get("extra_letters", ""),
        "grading_version": grading.get("version", 1),
        "grading_level": grading.get("level", "normal"),
        "article_rule": grading.get("article", "ignore"),
        "source": source.get("name", ""),
        "licence": source.get("licence", ""),
        "attribution": source.get("attribution", ""),
    }


def read_deck(folder: Path) -> DeckFile:
    """The deck in ``folder``, or an error that names every row in trouble."""
    about = tomllib.loads((folder / "deck.toml").read_text("utf-8"))
    reading = read_table(decode_table((folder / "deck.csv").read_bytes()))
    if reading.errors:
        raise DeckError("; ".join(map(str, reading.errors)))
    rows = list(reading.rows.values())
    pictures = {
        row.picture: read_picture(row.picture, folder) for row in rows if row.picture
    }
    return DeckFile(about, with_credits(rows, pictures), pictures)


def with_credits(
    rows: Iterable[DeckRow], pictures: Mapping[str, PictureFile]
) -> list[DeckRow]:
    """The rows, those without credits of their own under those of their pictures."""
    return [_with_credit(row, pictures.get(row.picture)) for row in rows]


def _with_credit(row: DeckRow, picture: PictureFile | None) -> DeckRow:
    if picture is None or row.source or row.licence or row.attribution:
        return row
    return replace(
        row,
        source=picture.source,
        licence=picture.licence,
        attribution=picture.attribution,
    )


@transaction.atomic
def store_deck(*, file: DeckFile, now: datetime) -> tuple[DeckVersion, bool]:
    """The version of a deck with this content, and whether it is new."""
    slug, title = file.about["slug"], file.about["title"]
    Deck.objects.get_or_create(slug=slug, defaults={"title": title})
    deck = Deck.objects.select_for_update().get(slug=slug)
    if deck.title != title:
        deck.title = title
        deck.save(update_fields=["title"])
    known = deck.versions.filter(fingerprint=file.fingerprint).first()
    if known is not None:
        return known, False
    latest = deck.versions.aggregate(n=Max("number"))["n"] or 0
    version = DeckVersion.objects.create(
        deck=deck,
        number=latest + 1,
        fingerprint=file.fingerprint,
        created_at=now,
        **describe(file.about),
    )
    _create_concepts(version, file)
    return version, True


def _create_concepts(version: DeckVersion, file: DeckFile) -> None:
    pictures = {name: _store_picture(p) for name, p in file.pictures.items()}
    Concept.objects.bulk_create(
        _concept(version, row, pictures.get(row.picture)) for row in file.rows
    )


def _store_picture(file: PictureFile) -> Picture:
    picture, _ = Picture.objects.get_or_create(
        digest=file.digest,
        defaults={
            "content": file.content,
            "content_type": file.content_type,
            "size": len(file.content),
            "source": file.source,
            "licence": file.licence,
            "attribution": file.attribution,
        },
    )
    return picture


def _concept(version: DeckVersion, row: DeckRow, picture: Picture | None) -> Concept:
    fields = asdict(row)
    a, b, c = fields.pop("theta")
    return Concept(
        **{**fields, "picture": picture},
        deck_version=version,
        theta_a=a,
        theta_b=b,
        theta_c=c,
    )
