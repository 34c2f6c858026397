"""Whose work the decks are, for researchers. Participants see none of it."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Count

from studies.models import Concept, DeckVersion


@dataclass(frozen=True)
class Credit:
    """A source, under which licence it is used, and for how many concepts."""

    source: str
    licence: str
    attribution: str
    n_concepts: int


@dataclass(frozen=True)
class DeckCredits:
    """A version of a deck and every source of what it holds."""

    version: DeckVersion
    of_concepts: list[Credit]


def list_credits() -> list[DeckCredits]:
    """The credits of all versions of all decks, the newest first."""
    by_version: dict[int, list[Credit]] = {}
    for version_id, credit in _grouped():
        by_version.setdefault(version_id, []).append(credit)
    versions = DeckVersion.objects.select_related("deck")
    return [
        DeckCredits(version, by_version.get(version.pk, []))
        for version in versions.order_by("deck__title", "-number")
    ]


def _grouped() -> Iterator[tuple[int, Credit]]:
    columns = ("deck_version_id", "source", "licence", "attribution")
    rows = Concept.objects.values_list(*columns).annotate(n=Count("id"))
    for version_id, source, licence, attribution, n in rows.order_by(*columns):
        yield version_id, Credit(source, licence, attribution, n)
