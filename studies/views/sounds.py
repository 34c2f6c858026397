"""Sounds: public, immutable, and named by nobody before the answer is due."""

import re
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from studies.services.decks.media.serving import ServedFile, find_sound

_RANGE = re.compile(r"bytes=(\d{1,9})-(\d{0,9})")


@require_safe
def play_sound(request: HttpRequest, sound_id: UUID) -> HttpResponse:
    sound = find_sound(sound_id)
    if sound is None:
        raise Http404
    response = _answer(sound, request.headers.get("Range", ""))
    response["Accept-Ranges"] = "bytes"
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["Cache-Control"] = "public, max-age=31536000, immutable"
    return response


def _answer(sound: ServedFile, wanted: str) -> HttpResponse:
    """The whole sound, or the part that was asked for: Safari plays nothing else."""
    found, size = _RANGE.fullmatch(wanted), len(sound.content)
    if found is None:
        return HttpResponse(sound.content, content_type=sound.content_type)
    first, last = int(found[1]), min(int(found[2] or size), size - 1)
    if first > last:
        return HttpResponse(status=416, headers={"Content-Range": f"bytes */{size}"})
    return HttpResponse(
        sound.content[first : last + 1],
        content_type=sound.content_type,
        status=206,
        headers={"Content-Range": f"bytes {first}-{last}/{size}"},
    )
