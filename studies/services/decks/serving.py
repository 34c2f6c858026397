"""Pictures as browsers ask for them: they never change, so small ones are kept."""

from typing import NamedTuple
from uuid import UUID

from studies.models import Picture

MOST_KEPT = 512
MOST_KEPT_BYTES = 16_000


class ServedPicture(NamedTuple):
    """What is sent of a picture."""

    content: bytes
    content_type: str


_kept: dict[UUID, ServedPicture] = {}


def find_picture(picture_id: UUID) -> ServedPicture | None:
    """The picture of that address, if there is one."""
    return _kept.get(picture_id) or _read(picture_id)


def _read(picture_id: UUID) -> ServedPicture | None:
    rows = Picture.objects.filter(pk=picture_id).values_list("content", "content_type")
    row = rows.first()
    if row is None:
        return None
    picture = ServedPicture(bytes(row[0]), row[1])
    if len(picture.content) <= MOST_KEPT_BYTES:
        _keep(picture_id, picture)
    return picture


def _keep(picture_id: UUID, picture: ServedPicture) -> None:
    if len(_kept) >= MOST_KEPT:
        _kept.pop(next(iter(_kept)), None)
    _kept[picture_id] = picture
