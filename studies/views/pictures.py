"""Pictures: public, immutable, and silent about what they show."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from studies.services.decks.media.serving import find_picture


@require_safe
def show_picture(request: HttpRequest, picture_id: UUID) -> HttpResponse:
    picture = find_picture(picture_id)
    if picture is None:
        raise Http404
    response = HttpResponse(picture.content, content_type=picture.content_type)
    # An SVG opened by itself may run nothing and reach nothing.
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["Cache-Control"] = "public, max-age=31536000, immutable"
    return response
