"""The files of a deck: read from a disk, and found by the names in its table."""

import unicodedata
from collections.abc import Mapping
from pathlib import Path

from studies.errors import DeckError
from studies.services.decks.archives import MOST_ARCHIVE_BYTES, MOST_MEMBER_BYTES

SUFFIXES = {
    *(".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg"),
    *(".mp3", ".ogg", ".oga", ".opus", ".wav", ".m4a"),
}


def read_file(path: Path) -> bytes:
    """A file that a person names, unless it is larger than any upload may be."""
    if path.stat().st_size > MOST_ARCHIVE_BYTES:
        raise DeckError(f"{path.name} is larger than {MOST_ARCHIVE_BYTES // 10**6} MB.")
    return path.read_bytes()


def read_pictures(folder: Path) -> dict[str, bytes]:
    """The pictures and sounds below ``folder`` by their paths in it."""
    if not folder.is_dir():
        raise DeckError(f"There is no folder {folder}.")
    paths = sorted(
        path
        for path in folder.rglob("*")
        if path.suffix.lower() in SUFFIXES and path.is_file()
    )
    too_large = [path for path in paths if path.stat().st_size > MOST_MEMBER_BYTES]
    if too_large:
        raise DeckError(f"The file {too_large[0].name} is too large.")
    return {
        unicodedata.normalize("NFC", path.relative_to(folder).as_posix()): (
            path.read_bytes()
        )
        for path in paths
    }


class PictureFiles:
    """Finds a file under its whole name, or under the last part in any case.

    Two files of one name in different folders are found only by their whole names.
    """

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._files = files
        self._by_ending: dict[str, list[str]] = {}
        self._left = dict.fromkeys(files)
        for name in files:
            self._by_ending.setdefault(_ending(name), []).append(name)

    def take(self, name: str) -> bytes | None:
        """The content of the file that a table means, if there is one."""
        wanted = unicodedata.normalize("NFC", name)
        found = (
            [wanted] if wanted in self._files else self._by_ending.get(_ending(wanted))
        )
        if not found or len(found) > 1:
            return None
        self._left.pop(found[0], None)
        return self._files[found[0]]

    def left(self) -> list[str]:
        """The names of the files that nobody took."""
        return list(self._left)


def _ending(name: str) -> str:
    return name.rpartition("/")[2].casefold()
