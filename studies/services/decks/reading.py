"""One reader for all decks: those that come with the app, and those of others."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from studies.errors import DeckError
from studies.models import Picture
from studies.services.decks.files import PictureFiles, read_pictures
from studies.services.decks.manifest import complete_description, read_description
from studies.services.decks.media.pictures import (
    PictureFile,
    clean_drawing,
    clean_picture,
    is_shipped,
    read_shipped,
)
from studies.services.decks.media.sounds import SoundFile, read_sound
from studies.services.decks.proofreading import proofread
from studies.services.decks.storing import DeckFile
from studies.services.decks.tables import (
    DeckRow,
    Note,
    Reading,
    decode_table,
    read_table,
)

MOST_NOTES = 200


@dataclass(frozen=True)
class DeckFiles:
    """The files of a deck, and what a person told about it beside them.

    Those that are ours may hold SVG, and every picture of theirs must be there.
    """

    table: bytes
    manifest: bytes = b""
    pictures: Mapping[str, bytes] = field(default_factory=dict)
    name: str = "deck.csv"
    told: Mapping[str, str] = field(default_factory=dict)
    are_ours: bool = False


@dataclass(frozen=True)
class Preview:
    """What files would become, and what speaks against it."""

    file: DeckFile | None
    errors: list[Note]
    warnings: list[Note]
    rows: Mapping[int, DeckRow] = field(default_factory=dict)

    def require_file(self) -> DeckFile:
        """The deck, or an error that names every row in trouble."""
        if self.file is None:
            raise DeckError("; ".join(map(str, self.errors)))
        return self.file


def read_deck(folder: Path) -> DeckFile:
    """The deck of ours in ``folder``, or an error that names every row in trouble."""
    files = DeckFiles(
        table=(folder / "deck.csv").read_bytes(),
        manifest=(folder / "deck.toml").read_bytes(),
        pictures=read_pictures(folder),
        name=folder.name,
        are_ours=True,
    )
    return read_files(files).require_file()


def read_files(files: DeckFiles) -> Preview:
    """Reads everything and stores nothing."""
    try:
        written = read_description(files.manifest)
        reading = read_table(decode_table(files.table))
    except DeckError as error:
        return Preview(None, [Note(error.message)], [])
    about, faults = complete_description(
        told=files.told, written=written, name=files.name
    )
    reading.errors += map(Note, faults)
    shelf = PictureFiles(files.pictures)
    pictures = _read_pictures(reading, shelf, are_ours=files.are_ours)
    sounds = _read_sounds(reading, shelf)
    reading.warnings += [Note(f"{name!r} is not used") for name in shelf.left()]
    reading.warnings += proofread(reading.rows)
    errors, warnings = _few(reading.errors), _few(reading.warnings)
    if errors:
        return Preview(None, errors, warnings, reading.rows)
    rows = _with_credits(reading.rows.values(), pictures)
    file = DeckFile(about, rows, pictures, sounds)
    return Preview(file, [], warnings, reading.rows)


def _read_pictures(
    reading: Reading, shelf: PictureFiles, *, are_ours: bool
) -> dict[str, PictureFile]:
    """The pictures by their names in the table; a bad one goes under its first row."""
    pictures: dict[str, PictureFile] = {}
    refused: set[str] = set()
    for row, concept in reading.rows.items():
        name = concept.picture
        if not name or name in pictures or name in refused:
            continue
        content = shelf.take(name)
        if content is None and not is_shipped(name):
            _tell_missing(reading, row, concept, are_ours=are_ours)
            continue
        try:
            pictures[name] = _read_picture(name, content, are_ours=are_ours)
        except DeckError as error:
            refused.add(name)
            reading.errors.append(Note(error.message, row))
    return pictures


def _read_sounds(reading: Reading, shelf: PictureFiles) -> dict[str, SoundFile]:
    """The sounds by their names in the table; a card without one is whole as well."""
    sounds: dict[str, SoundFile] = {}
    for row, concept in reading.rows.items():
        name = concept.sound
        if not name or name in sounds:
            continue
        content = shelf.take(name)
        if content is None:
            reading.warnings.append(Note(f"the sound {name} is missing", row))
            continue
        try:
            sounds[name] = read_sound(content, name=name)
        except DeckError as error:
            reading.errors.append(Note(error.message, row))
    return sounds


def _tell_missing(
    reading: Reading, row: int, concept: DeckRow, *, are_ours: bool
) -> None:
    note = Note(f"the picture {concept.picture} is missing", row)
    # Without a prompt there would be nothing at all on the card.
    may_lack = concept.prompt and not are_ours
    (reading.warnings if may_lack else reading.errors).append(note)


def _read_picture(name: str, content: bytes | None, *, are_ours: bool) -> PictureFile:
    if content is None:
        return read_shipped(name)
    is_drawing = name.lower().endswith(".svg")
    if are_ours:
        return (
            clean_drawing(content) if is_drawing else clean_picture(content, name=name)
        )
    stored = _find_stored(content)
    if stored is not None:
        return stored
    if is_drawing:
        raise DeckError(f"the picture {name} is SVG; send it as PNG")
    return clean_picture(content, name=name)


def _find_stored(content: bytes) -> PictureFile | None:
    """A picture that was made harmless before, byte for byte."""
    digest = PictureFile(content, "").digest
    stored = Picture.objects.filter(digest=digest).first()
    if stored is None:
        return None
    return PictureFile(stored.source_content, stored.content_type)


def _with_credits(
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


def _few(notes: list[Note]) -> list[Note]:
    notes = sorted(notes, key=lambda note: note.row or math.inf)
    if len(notes) <= MOST_NOTES:
        return notes
    more = len(notes) - MOST_NOTES
    return [*notes[:MOST_NOTES], Note(f"And {more} more.")]
