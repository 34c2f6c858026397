"""Files found by the names that people write into tables."""

import unicodedata
from collections.abc import Mapping


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
