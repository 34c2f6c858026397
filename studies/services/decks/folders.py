"""Files on this machine's disk, read with the limits that uploads have."""

import unicodedata
from pathlib import Path

from studies.errors import DeckError
from studies.services.decks.archives import MOST_ARCHIVE_BYTES, MOST_MEMBER_BYTES

SUFFIXES = {".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg"}


def read_file(path: Path) -> bytes:
    """A file that a person names, unless it is larger than any upload may be."""
    if path.stat().st_size > MOST_ARCHIVE_BYTES:
        raise DeckError(f"{path.name} is larger than {MOST_ARCHIVE_BYTES // 10**6} MB.")
    return path.read_bytes()


def read_pictures(folder: Path) -> dict[str, bytes]:
    """The picture files below ``folder`` by their paths in it."""
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
