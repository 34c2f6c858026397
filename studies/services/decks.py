"""Decks from tables: read whole or not at all."""

import csv
import hashlib
import io
import json
import tomllib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from django.db import transaction
from django.db.models import Max

from studies.errors import DeckError
from studies.models import Concept, Deck, DeckVersion, Picture
from studies.services.pictures import PictureFile, read_picture

COLUMNS = (
    "number",
    "prompt",
    "answer",
    "article",
    "plural",
    "alternatives",
    "too_general",
    "level",
    "theta",
    "picture",
    "practice",
)
ARTICLES = frozenset({"der", "die", "das"})


@dataclass(frozen=True)
class DeckRow:
    """One concept of a table."""

    number: int
    prompt: str
    answer: str
    article: str
    plural: str
    alternatives: list[dict[str, str]]
    too_general: list[str]
    level: str
    theta: tuple[float, float, float]
    picture: str
    is_practice: bool


@dataclass(frozen=True)
class DeckFile:
    """A deck as its folder says: the table, what it is about and its pictures."""

    about: dict[str, Any]
    rows: list[DeckRow]
    pictures: dict[str, PictureFile]

    @property
    def fingerprint(self) -> str:
        content = {
            "about": self.about,
            "rows": [asdict(row) for row in self.rows],
            "pictures": {name: file.digest for name, file in self.pictures.items()},
        }
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def read_deck(folder: Path) -> DeckFile:
    """The deck in ``folder``, or an error that names every row in trouble."""
    about = tomllib.loads((folder / "deck.toml").read_text("utf-8"))
    rows = read_table((folder / "deck.csv").read_text("utf-8-sig"))
    names = {row.picture for row in rows if row.picture}
    return DeckFile(about, rows, {name: read_picture(name, folder) for name in names})


def read_table(text: str) -> list[DeckRow]:
    """The concepts of a table in the deck format."""
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    missing = set(COLUMNS) - set(reader.fieldnames or ())
    if missing:
        raise DeckError(f"columns are missing: {', '.join(sorted(missing))}")
    rows, faults = [], []
    for line, fields in enumerate(reader, start=2):
        try:
            rows.append(_read_row(fields))
        except ValueError as error:
            faults.append(f"line {line}: {error}")
    faults += _repeated(rows)
    if faults:
        raise DeckError("; ".join(faults))
    return rows


def _read_row(fields: dict[str, str]) -> DeckRow:
    value = {name: (fields[name] or "").strip() for name in COLUMNS}
    if not value["answer"]:
        raise ValueError("the answer is empty")
    return DeckRow(
        number=int(value["number"]),
        prompt=value["prompt"],
        answer=value["answer"],
        article=value["article"],
        plural=value["plural"],
        alternatives=[
            _read_alternative(text) for text in _split(value["alternatives"])
        ],
        too_general=list(_split(value["too_general"])),
        level=value["level"],
        theta=_read_theta(value["theta"]),
        picture=value["picture"],
        is_practice=value["practice"].lower() in {"1", "yes", "true"},
    )


def _split(text: str) -> Iterator[str]:
    return (part.strip() for part in text.split(";") if part.strip())


def _read_alternative(text: str) -> dict[str, str]:
    first, _, rest = text.partition(" ")
    if first in ARTICLES and rest:
        return {"text": rest.strip(), "article": first}
    return {"text": text, "article": ""}


def _read_theta(text: str) -> tuple[float, float, float]:
    parts = [float(part) for part in text.split(",")]
    if len(parts) != 3:
        raise ValueError(f"theta must be three numbers, got {text!r}")
    return (parts[0], parts[1], parts[2])


def _repeated(rows: list[DeckRow]) -> list[str]:
    numbers = [row.number for row in rows]
    return [
        f"number {number} is there more than once"
        for number in sorted({n for n in numbers if numbers.count(n) > 1})
    ]


@transaction.atomic
def store_deck(*, file: DeckFile, now: datetime) -> tuple[DeckVersion, bool]:
    """The version of a deck with this content, and whether it is new."""
    deck, _ = Deck.objects.update_or_create(
        slug=file.about["slug"], defaults={"title": file.about["title"]}
    )
    known = deck.versions.filter(fingerprint=file.fingerprint).first()
    if known is not None:
        return known, False
    latest = deck.versions.aggregate(n=Max("number"))["n"] or 0
    version = _create_version(deck, file, number=latest + 1, now=now)
    _create_concepts(version, file)
    return version, True


def _create_version(
    deck: Deck, file: DeckFile, *, number: int, now: datetime
) -> DeckVersion:
    about = file.about
    grading, source = about.get("grading", {}), about.get("source", {})
    return DeckVersion.objects.create(
        deck=deck,
        number=number,
        fingerprint=file.fingerprint,
        prompt_language=about["prompt_language"],
        answer_language=about["answer_language"],
        extra_letters=about.get("extra_letters", ""),
        grading_version=grading.get("version", 1),
        grading_level=grading.get("level", "normal"),
        article_rule=grading.get("article", "ignore"),
        source=source.get("name", ""),
        licence=source.get("licence", ""),
        attribution=source.get("attribution", ""),
        created_at=now,
    )


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
