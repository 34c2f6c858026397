"""Pictures and sounds as browsers ask for them; pictures are kept if small."""

from typing import NamedTuple
from uuid import UUID

from studies.models import Picture, Sound

MOST_KEPT = 512
MOST_KEPT_BYTES = 16_000


class ServedFile(NamedTuple):
    """What is sent of a picture or a sound."""

    content: bytes
    content_type: str


_kept: dict[UUID, ServedFile] = {}


def find_picture(picture_id: UUID) -> ServedFile | None:
    """The picture of that address, if there is one."""
    return _kept.get(picture_id) or _read(picture_id)


def _read(picture_id: UUID) -> ServedFile | None:
    rows = Picture.objects.filter(pk=picture_id).values_list("content", "content_type")
    row = rows.first()
    if row is None:
        return None
    picture = ServedFile(bytes(row[0]), row[1])
    if len(picture.content) <= MOST_KEPT_BYTES:
        _keep(picture_id, picture)
    return picture


def _keep(picture_id: UUID, picture: ServedFile) -> None:
    if len(_kept) >= MOST_KEPT:
        _kept.pop(next(iter(_kept)), None)
    _kept[picture_id] = picture


def find_sound(sound_id: UUID) -> ServedFile | None:
    """The sound of that address, if there is one; each is seldom asked for."""
    rows = Sound.objects.filter(pk=sound_id).values_list("content", "content_type")
    row = rows.first()
    return None if row is None else ServedFile(bytes(row[0]), row[1])
