"""Sounds of decks: how answers are said. They are told apart by how they begin."""

import hashlib
import re
from dataclasses import dataclass

from studies.errors import DeckError

MOST_SOUND_BYTES = 2_000_000
ENDINGS = {
    "audio/mpeg": "mp3",
    "audio/ogg": "ogg",
    "audio/wav": "wav",
    "audio/mp4": "m4a",
}
_BEGINNINGS = {
    "audio/mpeg": re.compile(rb"ID3|\xff[\xe2\xe3\xf2\xf3\xfa\xfb]"),
    "audio/ogg": re.compile(rb"OggS"),
    "audio/wav": re.compile(rb"RIFF....WAVE", re.S),
    "audio/mp4": re.compile(rb"....ftyp", re.S),
}


@dataclass(frozen=True)
class SoundFile:
    """A sound as it will be sent."""

    content: bytes
    content_type: str

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.content).hexdigest()


def read_sound(content: bytes, *, name: str) -> SoundFile:
    """The sound in a file, under the type that its first bytes say."""
    if len(content) > MOST_SOUND_BYTES:
        most = MOST_SOUND_BYTES // 10**6
        raise DeckError(f"the sound {name} is larger than {most} MB")
    for content_type, beginning in _BEGINNINGS.items():
        if beginning.match(content):
            return SoundFile(content, content_type)
    raise DeckError(f"the sound {name} cannot be read; MP3, Ogg, WAV and M4A are taken")
