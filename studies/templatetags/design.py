"""For the Design page."""

from collections.abc import Iterable
from typing import Any

from django import template

from studies.labels import label_of

register = template.Library()


@register.filter
def about(notes: Iterable[Any], place: str) -> list[Any]:
    """Those of the notes that are about one place of the page."""
    return [note for note in notes if note.place == place]


@register.filter
def field_words(name: str) -> str:
    """A field of a study as the page calls it."""
    return label_of(name)
