"""Decks as a picker offers them: with pictures, and how many there are of what."""

from collections.abc import Iterable
from dataclasses import dataclass

from studies.models import DeckVersion
from studies.services.decks.content import content_of

MOST_PICTURES = 6


@dataclass(frozen=True)
class DeckChoice:
    """A version of a deck, some of its pictures, and its levels."""

    version: DeckVersion
    n_concepts: int
    pictures: list[str]
    prompts: list[str]
    n_of_level: dict[str, int]


def list_deck_choices(*, chosen: DeckVersion) -> list[DeckChoice]:
    """The newest version of every deck, and the one that is chosen."""
    versions = DeckVersion.objects.select_related("deck").order_by("number")
    newest = {version.deck_id: version for version in versions}
    offered = [chosen, *(v for v in newest.values() if v.pk != chosen.pk)]
    return [_choice(v) for v in sorted(offered, key=lambda v: v.deck.title)]


def _choice(version: DeckVersion) -> DeckChoice:
    content = content_of(version)
    taught = content.taught
    pictures = [each.picture_address for each in taught if each.picture_address]
    return DeckChoice(
        version,
        n_concepts=len(taught),
        pictures=_some(pictures),
        prompts=_some(each.prompt for each in taught if each.prompt),
        n_of_level=content.n_of_level,
    )


def _some(things: Iterable[str]) -> list[str]:
    return list(things)[:MOST_PICTURES]
