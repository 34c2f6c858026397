"""A deck of one's own: looked at first, then stored whole or not at all.

Everything is read, checked and encoded anew before a transaction begins, so that a
large upload never keeps participants waiting for the database.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from studies.errors import DeckError
from studies.grading.rule import GradingRule, Level
from studies.models import Deck, DeckVersion
from studies.services.decks.archives import read_archive
from studies.services.decks.files import read_pictures
from studies.services.decks.look_alikes import WordList, warn_of_look_alikes
from studies.services.decks.reading import DeckFiles, Preview, read_files
from studies.services.decks.storing import DeckFile, store_deck
from studies.services.decks.tables import Note

ZIP = b"PK"


@dataclass(frozen=True)
class Upload:
    """What somebody hands in: a table or a whole archive, and perhaps pictures.

    ``words`` are those of the answers' language, to be warned of real words among the
    typos.
    """

    table: bytes
    name: str = "deck.csv"
    pictures: bytes = b""
    folder: Path | None = None
    about: Mapping[str, str] = field(default_factory=dict)
    words: WordList | None = None


def preview_deck(*, upload: Upload) -> Preview:
    """Reads everything and stores nothing."""
    try:
        preview = read_files(_take_apart(upload))
    except DeckError as error:
        return Preview(None, [Note(error.message)], [])
    if preview.file is None:
        return preview
    known = _known_versions(preview.file)
    real_words = _real_words(preview, preview.file, upload.words)
    return replace(preview, warnings=[*known, *preview.warnings, *real_words])


def import_deck(*, preview: Preview, now: datetime) -> tuple[DeckVersion, bool]:
    """Stores what was looked at; a deck with errors is refused as a whole."""
    return store_deck(file=preview.require_file(), now=now)


def _take_apart(upload: Upload) -> DeckFiles:
    pictures: dict[str, bytes] = {}
    if upload.folder:
        pictures |= read_pictures(upload.folder)
    if upload.pictures:
        pictures |= read_archive(upload.pictures)
    is_archive = upload.table.startswith(ZIP)
    files = _unpack(upload.table) if is_archive else DeckFiles(upload.table)
    return replace(
        files,
        manifest=files.manifest or pictures.pop("deck.toml", b""),
        pictures={**files.pictures, **pictures},
        name=upload.name,
        told=upload.about,
    )


def _unpack(archive: bytes) -> DeckFiles:
    files = read_archive(archive)
    tables = [name for name in files if name.lower().endswith((".csv", ".tsv"))]
    if len(tables) != 1:
        raise DeckError(f"The archive must hold one table, not {len(tables)}.")
    # All of it may lie in a folder, as when somebody packs a folder.
    folder = tables[0].rpartition("/")[0]
    table = files.pop(tables[0])
    manifest = files.pop(f"{folder}/deck.toml".lstrip("/"), b"")
    files.pop(f"{folder}/CREDITS.txt".lstrip("/"), None)
    return DeckFiles(table, manifest, files)


def _real_words(
    preview: Preview, file: DeckFile, words: WordList | None
) -> Iterable[Note]:
    if words is None:
        return ()
    grading = file.about["grading"]
    rule = GradingRule(version=grading["version"], level=Level(grading["level"]))
    return warn_of_look_alikes(rows=preview.rows, rule=rule, words=words)


def _known_versions(file: DeckFile) -> list[Note]:
    deck = Deck.objects.filter(slug=file.about["slug"]).first()
    if deck is None:
        return []
    if deck.versions.filter(fingerprint=file.fingerprint).exists():
        return [Note(f"This is the deck “{deck.slug}” as it is; nothing will change.")]
    return [Note(f"The deck “{deck.slug}” exists; this becomes a new version of it.")]
