"""Figures of pages as files to print, or their numbers."""

from django.http import HttpResponse

from studies.services.results.downloads import CONTENT_TYPES


def offer_file(content: bytes, *, name: str, kind: str) -> HttpResponse:
    """A figure that the browser saves under ``name``."""
    return HttpResponse(
        content,
        content_type=CONTENT_TYPES[kind],
        headers={"Content-Disposition": f'attachment; filename="{name}.{kind}"'},
    )
