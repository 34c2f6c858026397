"""Pictures as this server alone sends them: the same to the eye, not to a program.

Shipped pictures are published, so whoever compares what a card loads with what anybody
can download would read the answer from it. What is stored to be sent is therefore drawn
a little differently on every server. Fingerprints and exports keep the source.
"""

import io
import re
from collections.abc import Callable
from random import Random

import numpy as np
from django.utils.crypto import salted_hmac
from PIL import Image

from studies.services.decks.media.pictures import PictureFile
from studies.services.decks.media.svg_paths import redraw_path

SHIFT = 2e-4
"""By how much of the picture's width a point may move."""
_ATTRIBUTE = re.compile(r'(?<=\s)([a-zA-Z-]+)="([^"]*)"')
_VIEW_BOX = re.compile(r'viewBox="[-\d.]+ [-\d.]+ ([\d.]+)')
_COLOUR = re.compile(r"#(?:[0-9a-fA-F]{3}){1,2}")
_LENGTHS = frozenset({"cx", "cy", "r", "rx", "ry", "x", "y", "width", "height"})
_COLOURS = frozenset({"fill", "stroke", "stop-color"})
_QUALITY = 95


def disguise(picture: PictureFile) -> bytes:
    """What is sent of ``picture``: by the server's key, so nobody else can tell."""
    key = salted_hmac("studies.pictures", picture.digest, algorithm="sha256").digest()
    if picture.content_type == "image/svg+xml":
        return _redraw(picture.content.decode(), Random(key)).encode()  # noqa: S311
    return _grain(picture, key)


def _redraw(svg: str, chance: Random) -> str:
    """An SVG whose points, colours and paths differ by less than anybody sees."""
    found = _VIEW_BOX.search(svg)
    reach = SHIFT * float(found[1]) if found else 0.0

    def shift(number: float) -> float:
        return number + chance.uniform(-reach, reach)

    def rewrite(attribute: re.Match[str]) -> str:
        name, value = attribute[1], attribute[2]
        return f'{name}="{_rewritten(name, value, shift, chance)}"'

    return _ATTRIBUTE.sub(rewrite, svg)


def _rewritten(
    name: str, value: str, shift: Callable[[float], float], chance: Random
) -> str:
    if name == "d":
        return redraw_path(value, shift=shift, chance=chance)
    if name in _LENGTHS:
        return f"{max(0.0, shift(float(value))):.3f}"
    if name in _COLOURS and _COLOUR.fullmatch(value):
        return _tint(value, chance)
    return value


def _tint(colour: str, chance: Random) -> str:
    """A colour whose parts differ by one at most."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * d for d in colour[1:])
    parts = (part + chance.choice((-1, 0, 1)) for part in bytes.fromhex(digits))
    return "#" + bytes(min(255, max(0, part)) for part in parts).hex()


def _grain(picture: PictureFile, key: bytes) -> bytes:
    """Pixels that differ by one at most, where they are not transparent."""
    with Image.open(io.BytesIO(picture.content)) as image:
        pixels = np.asarray(image).astype(np.int16)
    noise = np.random.default_rng(list(key)).integers(-1, 2, pixels.shape[:2])
    pixels[..., :3] += noise[..., np.newaxis].astype(np.int16)
    grainy = Image.fromarray(pixels.clip(0, 255).astype(np.uint8))
    sent = io.BytesIO()
    if picture.content_type == "image/jpeg":
        grainy.save(sent, format="JPEG", quality=_QUALITY)
    else:
        grainy.save(sent, format="PNG")
    return sent.getvalue()
