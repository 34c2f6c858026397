"""The concepts not shown yet, in a random order that is fixed by the seed."""

from collections.abc import Iterator, Mapping
from itertools import islice, repeat
from typing import NamedTuple

import numpy as np

from teaching.draws import Stream, draw
from teaching.history import Tally
from teaching.memory.base import Kinds

MOST_KINDS = 32
"""How many kinds of never-shown concepts are looked at at once, if they are ranked."""


class Head(NamedTuple):
    """The next never-shown concept of a kind."""

    concept: int
    kind: int


class UnseenOrder:
    """All concepts sorted once, by kind and by the seeded draw within a kind.

    Finding the heads afterwards costs as much as there are concepts shown, however many
    there are in all.
    """

    def __init__(self, kinds: Kinds, seed: int) -> None:
        labels = kinds.labels
        draws = draw(seed, Stream.ORDER, 0, np.arange(len(labels)))
        order = np.lexsort((draws, labels))
        self.places = np.argsort(order)
        self._order: list[int] = order.tolist()
        self._labels = labels
        starts = np.flatnonzero(np.diff(labels[order], prepend=-1))
        self._bounds: list[int] = [*starts.tolist(), len(labels)]
        self._at_once = MOST_KINDS if kinds.ranked else len(starts)

    def heads(self, shown: Mapping[int, Tally]) -> Iterator[list[Head]]:
        """One head for each kind that has never-shown concepts, best kinds first.

        They come in portions, of which the first may be empty and is often enough.
        """
        every = map(self._head, range(len(self._bounds) - 1), repeat(shown))
        unseen = filter(None, every)
        yield list(islice(unseen, self._at_once))
        while portion := list(islice(unseen, self._at_once)):
            yield portion

    def _head(self, kind: int, shown: Mapping[int, Tally]) -> Head | None:
        for place in range(self._bounds[kind], self._bounds[kind + 1]):
            if self._order[place] not in shown:
                return Head(self._order[place], kind)
        return None

    def n_left(self, kind: int, shown: Mapping[int, Tally]) -> int:
        """How many concepts of a kind were never shown."""
        size = self._bounds[kind + 1] - self._bounds[kind]
        return size - sum(self._labels.item(concept) == kind for concept in shown)
