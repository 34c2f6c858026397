"""How long the texts of a deck may be: as long as the columns that keep them."""

from typing import Any

from django.db.models import Model

from studies.models import Concept, Deck, DeckVersion


def _longest(model: type[Model], *names: str) -> dict[str, int]:
    fields: dict[str, Any] = {name: model._meta.get_field(name) for name in names}
    return {name: field.max_length for name, field in fields.items()}


# Its column is without a limit.
ATTRIBUTION = {"attribution": 2000}
LONGEST_DESCRIPTION = {
    **_longest(Deck, "slug", "title"),
    **_longest(DeckVersion, "prompt_language", "answer_language", "extra_letters"),
    **_longest(DeckVersion, "source", "licence"),
    **ATTRIBUTION,
}
# What stands in other columns of a table is short: numbers, and yes or no.
LONGEST_OTHER_CELL = 100
LONGEST_CELL = {
    **_longest(Concept, "prompt", "answer", "article", "plural", "level"),
    **_longest(Concept, "source", "licence"),
    **ATTRIBUTION,
    **{"picture": 300, "sound": 300, "alternatives": 3000, "other_plurals": 3000},
    **{"too_general": 3000, "look_alikes": 3000},
}
LONGEST_NAME = LONGEST_CELL["answer"]
