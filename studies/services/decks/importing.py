"""A deck of one's own: looked at first, then stored whole or not at all.

Everything is read, checked and encoded anew before a transaction begins, so that a
large upload never keeps participants waiting for the database.
"""

import math
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from studies.errors import DeckError
from studies.models import Deck, DeckVersion, Picture
from studies.services.decks.archives import (
    MOST_ARCHIVE_BYTES,
    MOST_MEMBER_BYTES,
    read_archive,
)
from studies.services.decks.manifest import complete_description, read_description
from studies.services.decks.picture_files import PictureFiles
from studies.services.decks.pictures import (
    PictureFile,
    clean_picture,
    is_shipped,
    read_shipped,
)
from studies.services.decks.proofreading import proofread
from studies.services.decks.storing import DeckFile, store_deck, with_credits
from studies.services.decks.tables import (
    DeckRow,
    Note,
    Reading,
    decode_table,
    read_table,
)

MOST_NOTES = 200
SUFFIXES = {".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg"}
ZIP = b"PK"


@dataclass(frozen=True)
class Upload:
    """What somebody hands in: a table or a whole archive, and perhaps pictures."""

    table: bytes
    name: str = "deck.csv"
    pictures: bytes = b""
    folder: Path | None = None
    about: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Preview:
    """What an upload would become, and what speaks against it."""

    file: DeckFile | None
    errors: list[Note]
    warnings: list[Note]
    rows: Mapping[int, DeckRow] = field(default_factory=dict)


@dataclass(frozen=True)
class Parts:
    """The files of an upload: the table, its description and its pictures."""

    table: bytes
    written: Mapping[str, Any]
    pictures: Mapping[str, bytes]


def preview_deck(*, upload: Upload) -> Preview:
    """Reads everything and stores nothing."""
    try:
        parts = _take_apart(upload)
        reading = read_table(decode_table(parts.table))
    except DeckError as error:
        return Preview(None, [Note(error.message)], [])
    about, faults = complete_description(
        told=upload.about, written=parts.written, name=upload.name
    )
    reading.errors += map(Note, faults)
    shelf = PictureFiles(parts.pictures)
    pictures = _read_pictures(reading, shelf)
    reading.warnings += proofread(reading.rows)
    reading.warnings += [Note(f"{name!r} is not used") for name in shelf.left()]
    if reading.errors:
        errors, warnings = _few(reading.errors), _few(reading.warnings)
        return Preview(None, errors, warnings, reading.rows)
    rows = with_credits(reading.rows.values(), pictures)
    file = DeckFile(about, rows, pictures)
    warnings = [*_known_versions(file), *_few(reading.warnings)]
    return Preview(file, [], warnings, reading.rows)


def import_deck(*, preview: Preview, now: datetime) -> tuple[DeckVersion, bool]:
    """Stores what was looked at; a deck with errors is refused as a whole."""
    if preview.file is None:
        raise DeckError("; ".join(map(str, preview.errors)))
    return store_deck(file=preview.file, now=now)


def _take_apart(upload: Upload) -> Parts:
    pictures: dict[str, bytes] = {}
    if upload.folder:
        pictures |= _read_folder(upload.folder)
    if upload.pictures:
        pictures |= read_archive(upload.pictures)
    if not upload.table.startswith(ZIP):
        written = pictures.pop("deck.toml", b"")
        return Parts(upload.table, read_description(written), pictures)
    files = read_archive(upload.table)
    tables = [name for name in files if name.lower().endswith((".csv", ".tsv"))]
    if len(tables) != 1:
        raise DeckError(f"The archive must hold one table, not {len(tables)}.")
    # All of it may lie in a folder, as when somebody packs a folder.
    folder = tables[0].rpartition("/")[0]
    table = files.pop(tables[0])
    written = files.pop(f"{folder}/deck.toml".lstrip("/"), b"")
    files.pop(f"{folder}/CREDITS.txt".lstrip("/"), None)
    return Parts(table, read_description(written), {**files, **pictures})


def _read_folder(folder: Path) -> dict[str, bytes]:
    if not folder.is_dir():
        raise DeckError(f"There is no folder {folder}.")
    paths = sorted(
        path
        for path in folder.rglob("*")
        if path.suffix.lower() in SUFFIXES and path.is_file()
    )
    too_large = [path for path in paths if path.stat().st_size > MOST_MEMBER_BYTES]
    if too_large:
        raise DeckError(f"The picture {too_large[0].name} is too large.")
    return {
        unicodedata.normalize("NFC", path.relative_to(folder).as_posix()): (
            path.read_bytes()
        )
        for path in paths
    }


def read_file(path: Path) -> bytes:
    """A file that a person names, unless it is larger than any upload may be."""
    if path.stat().st_size > MOST_ARCHIVE_BYTES:
        raise DeckError(f"{path.name} is larger than {MOST_ARCHIVE_BYTES // 10**6} MB.")
    return path.read_bytes()


def _read_pictures(reading: Reading, shelf: PictureFiles) -> dict[str, PictureFile]:
    """The pictures by their names in the table; a bad one goes under its first row."""
    pictures: dict[str, PictureFile] = {}
    refused: set[str] = set()
    for row, concept in reading.rows.items():
        name = concept.picture
        if not name or name in pictures or name in refused:
            continue
        content = shelf.take(name)
        if content is None and not is_shipped(name):
            _tell_missing(reading, row, concept)
            continue
        try:
            pictures[name] = _read_one(name, content)
        except DeckError as error:
            refused.add(name)
            reading.errors.append(Note(error.message, row))
    return pictures


def _tell_missing(reading: Reading, row: int, concept: DeckRow) -> None:
    note = Note(f"the picture {concept.picture} is missing", row)
    # Without a prompt there would be nothing at all on the card.
    (reading.warnings if concept.prompt else reading.errors).append(note)


def _read_one(name: str, content: bytes | None) -> PictureFile:
    if content is None:
        return read_shipped(name)
    known = PictureFile(content, "")
    # What is stored here was made harmless before, byte for byte.
    stored = Picture.objects.filter(digest=known.digest).first()
    if stored is not None:
        return PictureFile(bytes(stored.content), stored.content_type)
    if name.lower().endswith(".svg"):
        raise DeckError(f"the picture {name} is SVG; send it as PNG")
    return clean_picture(content, name=name)


def _known_versions(file: DeckFile) -> list[Note]:
    deck = Deck.objects.filter(slug=file.about["slug"]).first()
    if deck is None:
        return []
    if deck.versions.filter(fingerprint=file.fingerprint).exists():
        return [Note(f"This is the deck “{deck.slug}” as it is; nothing will change.")]
    return [Note(f"The deck “{deck.slug}” exists; this becomes a new version of it.")]


def _few(notes: list[Note]) -> list[Note]:
    notes = sorted(notes, key=lambda note: note.row or math.inf)
    if len(notes) <= MOST_NOTES:
        return notes
    more = len(notes) - MOST_NOTES
    return [*notes[:MOST_NOTES], Note(f"And {more} more.")]
