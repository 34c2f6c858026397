"""The names that a typo must not be as near to as to the answer of its concept."""

from collections.abc import Hashable, Mapping
from typing import TypeVar

from studies.grading.rule import Expected
from studies.grading.spelling import normal_name

Key = TypeVar("Key", bound=Hashable)


def rivals_of(
    key: Key, deck: Mapping[Key, Expected], *, version: int
) -> tuple[str, ...]:
    """Every name of another concept; of a name that two share, neither is a rival."""
    names = (
        name
        for other, expected in deck.items()
        if other != key
        for name in expected.names(version=version)
    )
    if version == 1:
        return tuple(names)
    own = set(map(normal_name, deck[key].names(version=version)))
    return tuple(name for name in names if normal_name(name) not in own)
